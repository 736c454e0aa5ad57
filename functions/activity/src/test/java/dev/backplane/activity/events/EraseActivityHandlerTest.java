package dev.backplane.activity.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.activity.ActivityFixture;
import dev.backplane.activity.Envelopes;
import dev.backplane.activity.store.ActivityStore;
import dev.backplane.testing.DynamoLocal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EraseActivityHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(ActivityStore.TABLE);

    private ActivityFixture activity;

    @BeforeEach
    void start() {
        activity = new ActivityFixture(DYNAMO);
    }

    private void changed(String id, String user, String actor) {
        activity.record(Envelopes.of(
                "userdata",
                "ValueChanged",
                activity.now(),
                "{\"eventId\":\"" + id + "\",\"app\":\"notes\",\"user\":\"" + user
                        + "\",\"actor\":{\"type\":\"user\",\"id\":\"" + actor + "\"}}"));
    }

    private String userErased() {
        return Envelopes.userErased("e9", activity.now(), "ann");
    }

    @Test
    void erasedUser_isInNoEntryOfTheService_asSubjectOrActor() {
        changed("e1", "ann", "ann");
        changed("e2", "bob", "Ann");
        changed("e3", "ann", "bob");
        changed("e4", "bob", "bob");
        activity.record(userErased());

        activity.erase(userErased());
        activity.erase(userErased());

        assertThat(activity.ids("")).containsExactlyInAnyOrder("e4", "e9");
        assertThat(activity.rows()).noneMatch(row -> row.attributes().toString().contains("ann"));
        assertThat(activity.ids("subject=erasure-1")).containsExactly("e9");
    }

    /** What a person did in other services is needed to know who changed them. */
    @Test
    void entriesOfOtherServices_remain() {
        activity.record(Envelopes.aliasMoved("e1", activity.now(), "www.example.com"));

        activity.erase(Envelopes.userErased("e9", activity.now(), "anna@example.com"));

        assertThat(activity.ids("actor=anna@example.com")).containsExactly("e1");
    }
}
