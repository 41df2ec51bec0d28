/**
 * Runs the simulation, or one seed of it:
 *
 *     npm run simulate -- --runs 100000 --from 1 --workers 2
 *     SIMULATION_SEED=123456 npm run simulate
 */
const { inspect, parseArgs } = require('node:util');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

require('../support/run-typescript.cjs');
const { failuresIn, scenarioOf, simulate, simulateAll } = require('./simulate.ts');

const { SIMULATION_SEED } = process.env;
if (!isMainThread) void simulateAll(...workerData).then((all) => parentPort.postMessage(all));
else if (SIMULATION_SEED) void replay(scenarioOf(Number(SIMULATION_SEED)));
else void main();

/** Prints the service and how it is read, each response, and the problems. */
async function replay(scenario) {
	console.log(inspect(scenario, { depth: null, breakLength: 110, compact: 6 }));
	const { endings, problems } = await simulate(scenario, (line) => console.log(line));
	console.log([...endings, ...problems.map((text) => `PROBLEM: ${text}`)].join('\n'));
	process.exitCode = Math.min(1, problems.length);
}

async function main() {
	const option = (value) => ({ type: 'string', default: value });
	const options = { runs: option('10000'), from: option('1'), workers: option('1') };
	const { values } = parseArgs({ options });
	const [runs, from, workers] = [values.runs, values.from, values.workers].map(Number);
	const started = performance.now();
	const parts = Array.from({ length: workers }, (_, index) =>
		inWorker([index, index + 1].map((n) => from + Math.floor((n * runs) / workers))),
	);
	const runsOfAll = (await Promise.all(parts)).flat();
	const seconds = ((performance.now() - started) / 1_000).toFixed();
	const endings = runsOfAll.flatMap((simulated) => simulated.endings);
	// Not each number of contacts by itself.
	const counts = Object.groupBy(endings, (ending) => ending.replace(/ \(.*/, ''));
	for (const [name, { length }] of Object.entries(counts).sort()) {
		console.log(`${String(length).padStart(9)}  ${name}`);
	}
	const failures = failuresIn(runsOfAll);
	const requests = runsOfAll.reduce((sum, simulated) => sum + simulated.requests, 0);
	for (const failure of failures) console.log(failure);
	console.log(`${runs} runs, ${requests} requests, ${failures.length} failures, ${seconds} s`);
	process.exitCode = Math.min(1, failures.length);
}

async function inWorker(seeds) {
	const worker = new Worker(__filename, { workerData: seeds });
	return await new Promise((resolve, reject) => {
		worker.on('message', resolve).on('error', reject);
	});
}
