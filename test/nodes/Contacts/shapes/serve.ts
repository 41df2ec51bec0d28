import type { Shape, Service as Sizes } from '../../../../sandbox/service/shapes/shape.ts';
import type { Service } from '../read';

/** A service with so many contacts whose responses have the shape. */
export function serve(shape: Shape, total: number, sizes: Sizes): Service {
	const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
	return {
		contacts,
		unwrap: shape.unwrap,
		respond: (request) => {
			const { status, headers = {}, body } = shape.respond(request, contacts, sizes);
			const joined = Object.entries(headers).map(([name, value]) => [
				name,
				[value].flat().join(', '),
			]);
			return {
				status,
				headers: Object.fromEntries(joined) as Record<string, string>,
				body: body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown),
			};
		},
	};
}
