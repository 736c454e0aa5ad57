package dev.backplane.activity.store;

/** The names of the table's attributes. */
final class Attributes {

    static final String PK = "PK";
    static final String SK = "SK";
    static final String TIME_AND_ID = "timeAndId";
    static final String MONTH = "month";
    static final String SERVICE_MONTH = "serviceMonth";
    static final String ACTOR_ID = "actorId";
    static final String SUBJECT = "subject";
    static final String SERVICE = "service";
    static final String TYPE = "type";
    static final String EVENT_ID = "eventId";
    static final String AT = "at";
    static final String SUBJECTS = "subjects";
    static final String ACTOR = "actor";
    static final String REASON = "reason";
    static final String DETAIL = "detail";
    static final String TRUNCATED = "truncated";
    static final String EXPIRES = "expires";

    private Attributes() {}
}
