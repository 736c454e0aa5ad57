package dev.backplane.pool;

import java.util.Optional;

/**
 * The terms of a lease as they were requested, to recognise a repeated request.
 *
 * @param minutes the duration, if the request had one
 * @param account the account, if the request named one
 */
public record Terms(Optional<Integer> minutes, Optional<AccountId> account) {}
