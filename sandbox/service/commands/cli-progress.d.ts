/** The part of cli-progress that is used here; the package brings no types. */
declare module 'cli-progress' {
	export class SingleBar {
		constructor(options: { format: string; stream: NodeJS.WriteStream; clearOnComplete: boolean });
		start(total: number, startValue: number): void;
		update(current: number): void;
		stop(): void;
	}
}
