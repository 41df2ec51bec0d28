/** The operator's command line: `npm run service -- <command>`. */
import { resolve } from 'node:path';
import { runCommandLine } from './commands.ts';

/** The folder that `npm start` uses, too, so that commands act on its service. */
const DATA_DIR = resolve(import.meta.dirname, '../../.cache/sandbox/service');

process.exitCode = await runCommandLine(process.argv.slice(2), DATA_DIR);
