package dev.backplane.platform.events;

import dev.backplane.platform.json.JsonValue.Obj;

/**
 * Something that happened, in the words of a service.
 *
 * @param source such as {@code backplane.deployments}
 * @param type in PascalCase, past tense
 */
public record DomainEvent(String source, String type, Obj detail) {}
