package dev.backplane.local.lambda;

import dev.backplane.local.account.Regions;

/** A layer of the account in one region. */
record LayerName(String region, String name) {

    String arn() {
        return Regions.arn("lambda", region, "layer:" + name);
    }
}
