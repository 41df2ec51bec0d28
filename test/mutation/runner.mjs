/**
 * Runs Jest's test files for Stryker without loading them for each mutant: every file is loaded once,
 * into a context of its own, and of a file only the tests that reach the mutant are run again. That
 * takes about 50 ms for a mutant, where starting Jest takes seconds.
 */
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { commonTokens, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const require = createRequire(import.meta.url);
const { createScriptTransformer } = require('@jest/transform');
const { readConfig } = require('jest-config');
const { TestEnvironment } = require('jest-environment-node');
const { default: Runtime } = require('jest-runtime');
const { SearchSource } = require('@jest/core');

/** Tests that take longer, in milliseconds, are not run for mutants. */
const MAX_TEST_TIME = 250;

/** A test that waits longer than this because of a mutant has failed. In milliseconds. */
const TEST_TIMEOUT = 3_000;

/** The mutants switch themselves on by this object. */
const mutants = {};

/** One that nobody has caught belongs to the test that runs. */
let unhandled;
process.on('unhandledRejection', (error) => (unhandled ??= error));
process.on('uncaughtException', (error) => (unhandled ??= error));

class Environment extends TestEnvironment {
	/** The results of the tests that have run, by the names of the tests. */
	results = new Map();

	constructor(config, context) {
		super(config, context);
		this.global.__stryker__ = mutants;
	}

	/** Told by jest-circus. */
	handleTestEvent(event, state) {
		this.state = state;
		if (event.name === 'test_start') mutants.currentTestId = idOf(this.path, event.test);
		if (event.name !== 'test_done') return;
		const { test } = event;
		const errors = [...test.errors, ...(unhandled ? [unhandled] : [])];
		unhandled = undefined;
		mutants.currentTestId = undefined;
		this.results.set(idOf(this.path, test), {
			timeSpentMs: test.duration ?? 0,
			...(errors.length === 0
				? { status: TestStatus.Success }
				: { status: TestStatus.Failed, failureMessage: String([errors[0]].flat()[0]) }),
		});
		this.hasFailed ||= errors.length > 0;
	}
}

function idOf(path, { name, parent }) {
	const names = [name];
	for (let block = parent; block.parent; block = block.parent) names.unshift(block.name);
	return `${path}: ${names.join(' ')}`;
}

class KeptContexts {
	/** The environments of the test files, by their paths. */
	#files = new Map();

	constructor(options) {
		this.options = options;
	}

	/** Without static mutants, nothing has to be loaded again; else Stryker would start a new process. */
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		const { configFile, testMatch } = this.options.keptContexts;
		const read = await readConfig({ config: configFile, runInBand: true }, process.cwd());
		this.config = {
			...read.projectConfig,
			testMatch: testMatch.map((glob) => join(process.cwd(), glob)),
		};
		this.global = read.globalConfig;
		this.context = await Runtime.createContext(this.config, { maxWorkers: 1, watchman: false });
	}

	async dryRun({ coverageAnalysis }) {
		const source = new SearchSource(this.context);
		const { tests } = await source.getTestPaths(this.global, this.config);
		mutants.mutantCoverage =
			coverageAnalysis === 'perTest' ? { static: {}, perTest: {} } : undefined;
		const results = [];
		for (const { path } of tests) results.push(...(await this.#run(path)));
		const mutantCoverage = mutants.mutantCoverage;
		mutants.mutantCoverage = undefined;
		for (const { id, timeSpentMs } of results) {
			if (timeSpentMs > MAX_TEST_TIME) delete mutantCoverage?.perTest[id];
		}
		return { status: DryRunStatus.Complete, tests: results, mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
		mutants.hitCount = hitLimit === undefined ? undefined : 0;
		mutants.hitLimit = hitLimit;
		const tests = [];
		const files = Object.entries(Object.groupBy(testFilter, pathOf));
		const source = relative(process.cwd(), activeMutant.fileName);
		files.sort(([a], [b]) => distanceOf(a, source) - distanceOf(b, source));
		for (const [path, ids] of files) {
			await this.#kept(path);
			mutants.activeMutant = activeMutant.id;
			tests.push(...(await this.#run(join(process.cwd(), path), new Set(ids), !disableBail)));
			mutants.activeMutant = undefined;
			const failed = tests.filter(({ status }) => status === TestStatus.Failed);
			if (failed.length === 0) continue;
			// What the mutant has left behind is not to fail the next ones.
			const again = await this.#run(join(process.cwd(), path), new Set(failed.map(({ id }) => id)));
			if (again.some(({ status }) => status === TestStatus.Failed)) this.#files.delete(path);
			if (!disableBail) break;
		}
		return toMutantRunResult(
			determineHitLimitReached(mutants.hitCount, hitLimit) ?? {
				status: DryRunStatus.Complete,
				tests,
			},
			disableBail,
		);
	}

	/** Runs the selected tests of a file, or all of them. */
	async #run(file, ids, bails = false) {
		const path = relative(process.cwd(), file);
		const { environment, run } = await this.#kept(path);
		const { results, state } = environment;
		results.clear();
		environment.hasFailed = false;
		reset(state.rootDescribeBlock);
		state.unhandledErrors = [];
		state.testTimeout = ids ? TEST_TIMEOUT : this.global.testTimeout;
		state.testNamePattern = ids && {
			test: (name) => ids.has(`${path}: ${name}`) && !(bails && environment.hasFailed),
		};
		await run();
		return [...results].map(([id, result]) => ({ id, name: id, fileName: file, ...result }));
	}

	/** The context of a test file, which is loaded without any mutant. */
	async #kept(path) {
		if (!this.#files.has(path)) this.#files.set(path, await this.#load(path));
		return this.#files.get(path);
	}

	/** Loads a test file as Jest does. */
	async #load(path) {
		const file = join(process.cwd(), path);
		const transformer = await createScriptTransformer(this.config);
		const environment = new Environment(
			{ globalConfig: this.global, projectConfig: this.config },
			{ console, docblockPragmas: {}, testPath: file },
		);
		environment.path = path;
		await environment.setup();
		const runtime = new Runtime(
			this.config,
			environment,
			this.context.resolver,
			transformer,
			new Map(),
			{ collectCoverage: false },
			file,
			this.global,
		);
		for (const setup of this.config.setupFiles) runtime.requireModule(setup);
		const circus = runtime.requireInternalModule(
			join(dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js'),
		);
		await circus.initialize({
			config: this.config,
			environment,
			globalConfig: this.global,
			localRequire: runtime.requireModule.bind(runtime),
			parentProcess: NO_PROCESS,
			runtime,
			setGlobalsForRuntime: runtime.setGlobalsForRuntime.bind(runtime),
			testPath: file,
		});
		runtime.requireModule(file);
		const options = { config: this.config, globalConfig: this.global, testPath: file };
		return { environment, run: () => circus.runAndTransformResultsToJestFormat(options) };
	}
}

/** Keeps jest-circus from replacing the listeners of the process. */
const NO_PROCESS = { listeners: () => [], on() {}, removeListener() {}, removeAllListeners() {} };

function pathOf(id) {
	return id.slice(0, id.indexOf(': '));
}

/** The tests of the file itself come first, then those of its folder: most mutants die there. */
function distanceOf(path, source) {
	if (path === `test/${source.replace('.ts', '.test.ts')}`) return 0;
	return dirname(path) === `test/${dirname(source)}` ? 1 : 2;
}

function reset(block) {
	for (const child of block.children) {
		if (child.type === 'describeBlock') reset(child);
		else Object.assign(child, { errors: [], status: null });
	}
}

const create = Object.assign((options) => new KeptContexts(options), {
	inject: [commonTokens.options],
});

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'kept-contexts', create),
];

export const strykerValidationSchema = {
	type: 'object',
	properties: {
		keptContexts: {
			type: 'object',
			properties: {
				configFile: { type: 'string' },
				testMatch: { type: 'array', items: { type: 'string' } },
			},
			required: ['configFile', 'testMatch'],
		},
	},
};
