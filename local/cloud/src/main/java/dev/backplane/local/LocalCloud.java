package dev.backplane.local;

import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.aws.FaultInjection;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.cloudwatch.LogEvent;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.cloudwatch.MetricService;
import dev.backplane.local.codebuild.BuildOutcome;
import dev.backplane.local.codebuild.CodeBuild;
import dev.backplane.local.codebuild.CodeBuildService;
import dev.backplane.local.dynamodb.DynamoDbService;
import dev.backplane.local.dynamodb.ExpiryLedger;
import dev.backplane.local.dynamodb.TimeToLive;
import dev.backplane.local.dynamodb.WriteNotifier;
import dev.backplane.local.eventbridge.EventBridgeService;
import dev.backplane.local.eventbridge.EventBuses;
import dev.backplane.local.eventbridge.ScheduledRules;
import dev.backplane.local.eventbridge.ServiceEvents;
import dev.backplane.local.files.JsonFile;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.FunctionCatalog;
import dev.backplane.local.lambda.FunctionService;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.lambda.LambdaService;
import dev.backplane.local.lambda.LayerService;
import dev.backplane.local.lambda.Layers;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.s3.ObjectStore;
import dev.backplane.local.s3.S3Service;
import dev.backplane.local.sqs.Queues;
import dev.backplane.local.sqs.SqsService;
import dev.backplane.local.ssm.ParameterService;
import dev.backplane.local.ssm.Parameters;
import dev.backplane.local.stepfunctions.StateMachines;
import dev.backplane.local.stepfunctions.StepFunctions;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.local.sts.IamService;
import dev.backplane.local.sts.StsService;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.http.SdkHttpClient;

/** A running local cloud without its HTTP server. */
public final class LocalCloud implements AutoCloseable {

    private final Options options;
    private final Optional<DataFolder> data;
    private final Engines engines;
    private final CloudTemplates templates;
    private final Iam iam;
    private final LogGroups logs;
    private final EventBuses buses;
    private final ScheduledRules schedules;
    private final Functions functions;
    private final Layers layers;
    private final Parameters parameters;
    private final ObjectStore objects;
    private final Assets assets;
    private final CloudFormation stacks;
    private final AwsNetwork network;
    private final Pollers pollers;
    private final StepFunctions workflows;
    private final CodeBuild builds;

    /**
     * The options of a local cloud.
     *
     * @param assembly the folder with the synthesized templates
     * @param data the data folder; in memory when empty
     * @param log receives every log event
     * @param edit modifies templates before they are read
     * @param speed the time scale of workflows
     * @param builds how builds of CodeBuild end
     * @param address the address of the local port, for URLs that functions hand out
     */
    public record Options(
            Path assembly,
            Optional<Path> data,
            Clock clock,
            Consumer<LogEvent> log,
            TemplateEdit edit,
            TimeScale speed,
            BuildOutcome builds,
            Optional<URI> address) {

        /** Creates the default options. */
        public static Options of(Path assembly) {
            return new Options(
                    assembly,
                    Optional.empty(),
                    Clock.systemUTC(),
                    line -> {},
                    TemplateEdit.NONE,
                    TimeScale.STANDARD,
                    BuildOutcome.STANDARD,
                    Optional.empty());
        }

        public Options withData(Path folder) {
            return new Options(assembly, Optional.of(folder), clock, log, edit, speed, builds, address);
        }

        public Options withClock(Clock other) {
            return new Options(assembly, data, other, log, edit, speed, builds, address);
        }

        public Options withLog(Consumer<LogEvent> consumer) {
            return new Options(assembly, data, clock, consumer, edit, speed, builds, address);
        }

        public Options withEdit(TemplateEdit templateEdit) {
            return new Options(assembly, data, clock, log, templateEdit, speed, builds, address);
        }

        public Options withSpeed(TimeScale other) {
            return new Options(assembly, data, clock, log, edit, other, builds, address);
        }

        public Options withBuilds(BuildOutcome usual) {
            return new Options(assembly, data, clock, log, edit, speed, usual, address);
        }

        Options withAddress(URI localPort) {
            return new Options(assembly, data, clock, log, edit, speed, builds, Optional.of(localPort));
        }
    }

    /**
     * Reads the templates, starts the engines and creates the resources.
     *
     * @throws dev.backplane.local.cloudformation.template.TemplateException if the templates contain something
     *     unsupported
     */
    public static LocalCloud start(Options options) {
        // First, so that an invalid template is reported before the engines start.
        CloudTemplates templates = CloudTemplates.read(options.assembly(), SupportedResources.all(), options.edit());
        StateMachines machines = StateMachines.read(templates);
        Optional<DataFolder> data = options.data().map(DataFolder::open);
        Engines engines = Engines.start(data);
        try {
            return new LocalCloud(options, templates, machines, data, engines);
        } catch (RuntimeException failure) {
            engines.close();
            data.ifPresent(DataFolder::close);
            throw failure;
        }
    }

    private LocalCloud(
            Options options,
            CloudTemplates templates,
            StateMachines machines,
            Optional<DataFolder> data,
            Engines engines) {
        this.options = options;
        this.data = data;
        this.engines = engines;
        this.templates = templates;
        this.iam = Iam.of(templates, PoolAccounts.of(templates), options.clock());
        this.logs = new LogGroups(templates, options.clock(), options.log());
        Queues queues = Queues.create(engines.queues(), templates);
        this.layers = new Layers(data.map(DataFolder::layers).map(JsonFile::at).orElseGet(JsonFile::none));
        this.parameters = new Parameters(
                data.map(DataFolder::parameters).map(JsonFile::at).orElseGet(JsonFile::none));
        this.objects = ObjectStore.of(templates, data.map(DataFolder::objects), options.clock());
        WriteNotifier changes = new WriteNotifier();
        ExpiryLedger ledger = ExpiryLedger.in(data.map(DataFolder::expiries));
        this.assets = Assets.in(options.assembly());
        this.network = new AwsNetwork(
                iam,
                List.of(
                        new DynamoDbService(engines.dynamo(), TimeToLive.in(templates), ledger, changes::written),
                        new SqsService(engines.queues(), queues, iam),
                        lambda(templates, data),
                        new ParameterService(parameters, options.clock()),
                        new S3Service(objects, iam),
                        new StsService(iam, options.clock()),
                        new IamService(iam),
                        new MetricService()));
        options.address().ifPresent(network::publishAt);
        this.functions = Functions.of(templates, iam, network, logs, options.clock());
        EventBuses.Context targets = new EventBuses.Context(iam, logs, queues, functions);
        this.buses = EventBuses.of(templates, targets);
        this.schedules = ScheduledRules.of(templates, targets, options.clock());
        network.add(new EventBridgeService(buses, options.clock()));
        this.builds = CodeBuild.of(templates, options.clock(), options.builds());
        network.add(new CodeBuildService(builds));
        this.workflows = StepFunctions.of(
                machines,
                new StepFunctions.Context(
                        network, iam, functions, builds, new ServiceEvents(buses, options.clock()), logs),
                new StepFunctions.Settings(options.clock(), options.speed(), data.map(DataFolder::executions)));
        this.stacks = CloudFormation.of(
                new CloudFormation.Context(network, iam, queues, engines.dynamo(), assets, functions, options.clock()),
                data.map(DataFolder::stacks));
        this.pollers = Pollers.of(
                templates,
                new Pollers.Context(
                        engines,
                        ledger,
                        changes,
                        functions,
                        queues,
                        iam,
                        options.clock(),
                        data.map(DataFolder::streamPositions)));
        pollers.start();
        // Before workflows, which poll stacks.
        stacks.start();
        workflows.start();
        schedules.start();
    }

    private LambdaService lambda(CloudTemplates declared, Optional<DataFolder> stored) {
        JsonFile file = stored.map(DataFolder::functions).map(JsonFile::at).orElseGet(JsonFile::none);
        return new LambdaService(
                new FunctionService(FunctionCatalog.of(declared, file, options.clock()), layers),
                new LayerService(layers, objects, options.clock()));
    }

    public Options options() {
        return options;
    }

    public CloudTemplates templates() {
        return templates;
    }

    public Functions functions() {
        return functions;
    }

    public EventBuses buses() {
        return buses;
    }

    /** Returns the scheduled rules. */
    public ScheduledRules schedules() {
        return schedules;
    }

    public LogGroups logs() {
        return logs;
    }

    public Iam iam() {
        return iam;
    }

    /** Returns the state machines and their executions. */
    public StepFunctions workflows() {
        return workflows;
    }

    /** Returns the projects of CodeBuild and their builds. */
    public CodeBuild builds() {
        return builds;
    }

    /** Returns the layers of all regions. */
    public Layers layers() {
        return layers;
    }

    /** Returns the parameters of all regions. */
    public Parameters parameters() {
        return parameters;
    }

    /** Returns the objects in the buckets of the templates. */
    public ObjectStore objects() {
        return objects;
    }

    /** Returns the S3 assets of the templates. */
    public Assets assets() {
        return assets;
    }

    /** Returns the runtime stacks. */
    public CloudFormation stacks() {
        return stacks;
    }

    /** Returns the fault injection. */
    public FaultInjection faults() {
        return network.faults();
    }

    /** Returns an HTTP client for SDK clients of the account owner. */
    public SdkHttpClient owner() {
        return network.connectOwner();
    }

    /** Returns an HTTP client for SDK clients with a role. */
    public SdkHttpClient connect(Caller caller) {
        return network.connect(caller);
    }

    /** Returns the endpoint of DynamoDB Local. */
    public URI dynamoEndpoint() {
        return engines.dynamoEndpoint();
    }

    /** Returns the endpoint of ElasticMQ. */
    public URI queueEndpoint() {
        return engines.queueEndpoint();
    }

    /** Stops everything in reverse order and releases all ports. */
    @Override
    public void close() {
        schedules.close();
        pollers.close();
        workflows.close();
        stacks.close();
        functions.close();
        buses.close();
        engines.close();
        objects.close();
        data.ifPresent(DataFolder::close);
    }
}
