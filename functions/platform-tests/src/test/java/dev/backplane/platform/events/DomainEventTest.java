package dev.backplane.platform.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DomainEventTest {

    @Test
    void detail_hasTheActorAndTheReason() {
        DomainEvent event = DomainEvent.builder("pool", "AccountRemoved")
                .with("accountId", "000000000001")
                .actor(Optional.of(Actor.user("ann@example.com")))
                .reason(Optional.of("closed"))
                .build();

        assertThat(event.detail().compact())
                .isEqualTo("{\"accountId\":\"000000000001\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"ann@example.com\"},\"reason\":\"closed\"}");
    }

    @Test
    void detail_whenNeitherIsKnown_hasNone() {
        DomainEvent event = DomainEvent.builder("pool", "AccountRemoved")
                .actor(Optional.empty())
                .reason(Optional.empty())
                .build();

        assertThat(event.detail().compact()).isEqualTo("{}");
    }
}
