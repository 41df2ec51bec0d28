import { SingleBar } from 'cli-progress';

/**
 * Shows a progress bar on stderr if that is a terminal.
 *
 * @param work receives a function to call with the amount done so far, out of `total`
 */
export async function withProgressBar<Result>(
	total: number,
	unit: string,
	work: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
	const bar = new SingleBar({
		format: `{bar} {percentage}%  {value} of {total} ${unit}`,
		stream: process.stderr,
		clearOnComplete: true,
	});
	bar.start(total, 0);
	try {
		return await work((done) => bar.update(done));
	} finally {
		bar.stop();
	}
}
