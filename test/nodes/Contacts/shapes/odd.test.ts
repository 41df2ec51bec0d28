import { oddShapes } from '../../../../sandbox/service/shapes/odd.ts';
import { type ShapeServer, startShapeServer } from './listShape';
import { situations } from './situations';

/** Lists that cannot be read whole; an error says so. */
const UNREADABLE = ['Odd: next links to another origin', 'Odd: a total that is too large'];

let server: ShapeServer;
beforeAll(async () => {
	server = await startShapeServer();
});
afterAll(() => server.close());

it.each(oddShapes)(
	'$name: never returns a part of the list, or repeated contacts',
	async (shape) => {
		const [situation] = situations.filter(({ name }) => name === 'cut to 20');

		const { result } = await server.list(shape, situation!);

		expect(result).toBe(UNREADABLE.includes(shape.name) ? 'error' : 'whole');
	},
);
