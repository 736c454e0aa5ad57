/** Deploys stages to an AWS account with the CDK CLI and the AWS CLI. */
@NullMarked
package dev.backplane.cli.deploy;

import org.jspecify.annotations.NullMarked;
