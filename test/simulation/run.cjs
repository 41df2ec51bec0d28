/**
 * Runs the simulation:
 *
 *     npm run simulate -- --runs 100000 --from 1 --workers 2
 *     SIMULATION_SEED=123456 npm run simulate
 */
const { readFileSync } = require('node:fs');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');
const { parseArgs } = require('node:util');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = {
	target: ScriptTarget.ES2022,
	module: ModuleKind.CommonJS,
	esModuleInterop: true,
};
require.extensions['.ts'] = (module, file) => {
	const { outputText } = transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
	module._compile(outputText, file);
};
const { simulate } = require('./simulate.ts');

if (!isMainThread) void simulateAll(workerData).then((summary) => parentPort.postMessage(summary));
else if (process.env.SIMULATION_SEED) void replay(Number(process.env.SIMULATION_SEED));
else void main();

/** Prints the service, its settings, each response, and what is wrong. */
async function replay(seed) {
	const { endings, problems } = await simulate(seed, (line) => console.log(line));
	console.log([...endings, ...problems.map((problem) => `PROBLEM: ${problem}`)].join('\n'));
	process.exitCode = problems.length > 0 ? 1 : 0;
}

async function main() {
	const { values } = parseArgs({
		options: {
			runs: { type: 'string', default: '10000' },
			from: { type: 'string', default: '1' },
			workers: { type: 'string', default: '1' },
		},
	});
	const [runs, from, workers] = [values.runs, values.from, values.workers].map(Number);
	const started = performance.now();
	const summaries = await Promise.all(
		Array.from({ length: workers }, (_, index) => {
			const [start, end] = [index, index + 1].map((n) => from + Math.floor((n * runs) / workers));
			return new Promise((resolve, reject) => {
				new Worker(__filename, { workerData: { start, end } })
					.on('message', resolve)
					.on('error', reject);
			});
		}),
	);
	const seconds = (performance.now() - started) / 1_000;
	const endings = new Map();
	for (const [ending, count] of summaries.flatMap((summary) => [...summary.endings])) {
		endings.set(ending, (endings.get(ending) ?? 0) + count);
	}
	const failures = summaries.flatMap((summary) => summary.failures);
	const requests = summaries.reduce((sum, summary) => sum + summary.requests, 0);
	for (const [ending, count] of [...endings].sort())
		console.log(`${String(count).padStart(9)}  ${ending}`);
	for (const failure of failures.slice(0, 200)) console.log(failure);
	console.log(
		`${runs} runs, ${requests} requests, ${failures.length} failures, ${seconds.toFixed()} s`,
	);
	process.exitCode = failures.length > 0 ? 1 : 0;
}

async function simulateAll({ start, end }) {
	const endings = new Map();
	const failures = [];
	let requests = 0;
	for (let seed = start; seed < end; seed++) {
		const simulated = await simulate(seed);
		requests += simulated.requests;
		for (const ending of simulated.endings) endings.set(ending, (endings.get(ending) ?? 0) + 1);
		if (simulated.problems.length > 0) {
			failures.push(`SIMULATION_SEED=${seed}: ${simulated.problems.join('; ')}`);
		}
	}
	return { endings, failures, requests };
}
