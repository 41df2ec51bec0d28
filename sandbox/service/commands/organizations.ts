import { Argument, type Command } from 'commander';
import { type OrganizationPermission, organizationPermissions } from '../storage/operator.ts';
import { setStoreAction } from './operator-command.ts';

export function addOrganizationCommands(program: Command) {
	setStoreAction(
		program.command('organizations').description('list the organizations'),
		({ operator }) => {
			const organizations = operator.listOrganizations();
			return {
				json: organizations,
				head: ['orgId', 'Permission', 'Contacts'],
				rows: organizations.map(({ orgId, permission, contacts }) => [orgId, permission, contacts]),
			};
		},
	);

	setStoreAction(
		program
			.command('permission')
			.description(
				"set an organization's permission; if denied, API calls of its clients fail with 403",
			)
			.argument('<orgId>')
			.addArgument(new Argument('<permission>').choices(organizationPermissions)),
		({ operator }, orgId: string, permission: OrganizationPermission) => {
			operator.setOrganizationPermission(orgId, permission);
			return {
				json: { orgId, permission },
				text: `The permission of the organization ${orgId} is ${permission}.`,
			};
		},
	);
}
