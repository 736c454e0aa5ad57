package dev.backplane.infra;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.settings.InvalidSettingsException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads a CloudFormation template in JSON or YAML.
 *
 * <p>The short forms of intrinsic functions become their full forms, such as {@code {"Ref": "Queue"}} for {@code !Ref
 * Queue}.
 */
final class TenantTemplateFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private TenantTemplateFile() {}

    /**
     * Parses a template.
     *
     * @param file its name, for the format and for messages
     */
    static JsonNode parse(String file, String text) {
        try {
            JsonNode template = file.endsWith(".json") ? JSON.readTree(text) : JSON.valueToTree(yaml().load(text));
            if (template == null || !template.isObject()) {
                throw new InvalidSettingsException(file + ": must be a CloudFormation template, which is an object");
            }
            return template;
        } catch (JsonProcessingException | YAMLException malformed) {
            throw new InvalidSettingsException(file + ": cannot be parsed: " + malformed.getMessage());
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        DumperOptions unused = new DumperOptions();
        return new Yaml(new Constructor(options), new Representer(unused), unused, options, new WithoutTimes());
    }

    /** Resolves scalars as CloudFormation does, which has no timestamps: the version of a policy is a string. */
    private static final class WithoutTimes extends Resolver {

        @Override
        public void addImplicitResolver(Tag tag, Pattern pattern, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, pattern, first, limit);
            }
        }
    }

    /** Constructs the full forms of intrinsic functions. */
    private static final class Constructor extends SafeConstructor {

        private static final String ANY_LOCAL_TAG = "!";

        Constructor(LoaderOptions options) {
            super(options);
            yamlMultiConstructors.put(ANY_LOCAL_TAG, new ShortForm());
        }

        private final class ShortForm extends AbstractConstruct {

            @Override
            public Object construct(Node node) {
                String name = node.getTag().getValue().substring(ANY_LOCAL_TAG.length());
                Map<String, Object> full = new LinkedHashMap<>();
                full.put(name.equals("Ref") || name.equals("Condition") ? name : "Fn::" + name, argument(node));
                return full;
            }

            private Object argument(Node node) {
                return switch (node) {
                    case ScalarNode scalar -> constructScalar(scalar);
                    case SequenceNode sequence -> constructSequence(sequence);
                    case MappingNode mapping -> constructMapping(mapping);
                    default -> throw new YAMLException("unexpected node " + node.getNodeId());
                };
            }
        }
    }
}
