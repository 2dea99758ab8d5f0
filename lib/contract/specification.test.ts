import { expect, test } from "vitest";
import * as z from "zod";
import { allEndpoints } from ".";
import type { Endpoint } from "./endpoint";

/**
 * Every call in both documents of the specification: method and path, then the parameters of the query (`?`) and of the
 * body (`+`). Lists accept the common parameters of lists, and are marked by `[]`.
 */
const specified = `
GET /user
PUT /user + firstName lastName isAvatarDeleted
GET /user/actions
POST /user/actions + actionUrl permissionLabel
DELETE /user/actions/:id
PATCH /user/actions/swap/:id/:id
PUT /user/actions-init
GET /user/create-api-key
GET /user/identity-providers
DELETE /user/identity-providers ? identityProvider
PUT /user/settings/languageSymbol/:symbol
PUT /user/settings + languageSymbol timezoneOffset
GET /auth
GET /settings/version
GET /settings/dictionary-endpoints
GET /notifications ? onlyUnread lastUpdate domainObjects page pageLimit
PATCH /notifications/:id/status/read
PATCH /notifications/all/status/read
GET /dictionaries/attachment-status
GET /dictionaries/roles
GET /dictionaries/users ? isExcludedById roleId
GET /dictionaries/attributes ? attributeAssignmentTypeId
GET /dictionaries/attribute-types
GET /dictionaries/attribute-assignment-types
GET /users []
GET /users/last-update
GET /users/:id/last-update
GET /users/history []
GET /users/history/:type/:id
GET /users/:id
POST /users/invite + email roleIds isProceed
POST /users/create + userName password roleIds
PUT /users/:id + firstName lastName userName email isAvatarDeleted
PUT /users/:id/set-password + password passwordRepeat
GET /users/:id/create-api-key
GET /users/:id/roles []
PUT /users/:id/roles + roleIds
DELETE /users/:id/roles ? roleIds
DELETE /users ? userIds
POST /users/export
GET /roles []
GET /roles/last-update
GET /roles/history []
GET /roles/:id
POST /roles + roleName isDefault
PUT /roles/:id + roleName isDefault
GET /roles/:id/permissions
PUT /roles/:id/permissions
GET /roles/:id/users []
PUT /roles/:id/users + userIds
DELETE /roles/:id/users ? userIds
DELETE /roles ? roleIds
POST /roles/export
GET /attributes []
GET /attributes/last-update
GET /attributes/history []
GET /attributes/:id
POST /attributes + attributeName attributeTypeId attributeFormat attributeCsvValues
PUT /attributes/:id
DELETE /attributes ? attributeIds
GET /attributes/:id/assignments []
POST /attributes/:id/assignments + attributeAssignmentTypeId isGlobalFormDefinition
DELETE /attributes/:id/assignments ? attributeAssignmentIds
POST /attributes/export
GET /roles/:id/attributes
POST /roles/:id/attributes
PUT /roles/:id/attributes/:id + attributeId attributeValue attributeValueName
DELETE /roles/:id/attributes
GET /attachments/:id/attributes
POST /attachments/:id/attributes
PUT /attachments/:id/attributes/:id + attributeId attributeValue attributeValueName
DELETE /attachments/:id/attributes
GET /attachments []
GET /attachments/last-update
GET /attachments/history []
GET /attachments/:id
POST /attachments
PUT /attachments/:id
DELETE /attachments ? attachmentIds
POST /attachments/export
GET /attachments/:id/download
GET /attachments/:id/download/:syncVersion
GET /attachments/:id/thumbnail/:fileName/:syncVersion
GET /attachments/:id/original/:fileName/:syncVersion
GET /attachments/:id/stream/:fileName/:syncVersion
GET /attachments/:id/relations
GET /attachments/:id/download-logs []
GET /attachments/:id/shares
POST /attachments/:id/shares + validUntil
DELETE /attachments/:id/shares ? attachmentShareIds
GET /attachment-status []
GET /attachment-status/last-update
GET /attachment-status/history []
GET /attachment-status/:id
POST /attachment-status + attachmentStatusName sortOrder color
PUT /attachment-status/:id + attachmentStatusName sortOrder color
DELETE /attachment-status ? attachmentStatusIds
POST /attachment-status/export
GET /reports []
GET /reports/last-update
GET /reports/history []
GET /reports/:id
PUT /reports/:id + reportName
GET /reports/:id/layouts
POST /reports/:id/layouts
POST /reports/:id/layouts/:id/update
GET /reports/:id/layouts/:id/download
GET /reports/:id/layouts/default/download
DELETE /reports/:id/layouts ? reportLayoutIds
POST /reports/export
GET /organisation-settings
PUT /organisation-settings + companyName companyName2 email phoneNumber homepage street zipCode city countryName state isAvatarDeleted
GET /organisation-settings/history []
GET /organisation-settings/themes
PUT /organisation-settings/theme/:name + primary accent isDark name customisable isDefault deleteLogo
GET /tenants []
GET /tenants/last-update
GET /tenants/history []
GET /tenants/:id
POST /tenants + tenantName tenantIdentifier isActive
PUT /tenants/:id + tenantName tenantIdentifier isActive
GET /tenants/:id/users []
DELETE /tenants ? tenantIds
POST /tenants/export
`;

const ofLists = ["page", "pageLimit", "sortBy", "sortDir", "phrase"];

const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ":");

/** The names of an object's fields, inside any wrapper. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const all = (part: typeof json): string[] => [
    ...Object.keys(part.properties ?? {}),
    ...[...(part.anyOf ?? []), ...(part.allOf ?? []), ...(part.oneOf ?? [])].flatMap((one) =>
      all(one as typeof json),
    ),
  ];
  return all(json);
}

const calls = specified
  .trim()
  .split("\n")
  .map((line) => {
    const [call = "", method = "", path = ""] = line.match(/^(\w+) ([^ ]+)/) ?? [];
    const [query = "", body = ""] = ["?", "+"].map(
      (mark) => line.slice(call.length).match(`[${mark}]([^?+]*)`)?.[1] ?? "",
    );
    const names = (text: string) => text.split(" ").filter(Boolean);
    return {
      call,
      method,
      path,
      query: line.endsWith("[]") ? ofLists : names(query),
      body: names(body),
    };
  });

function declared({ method, path }: { method: string; path: string }): Endpoint | undefined {
  const matches = allEndpoints.filter(
    (endpoint) => endpoint.method === method && withoutNames(endpoint.path) === withoutNames(path),
  );
  return matches[0];
}

test.each(calls)("[BE-01] $call exists, and accepts the specified parameters", (call) => {
  const endpoint = declared(call);
  expect(endpoint, "no such call").toBeDefined();
  expect(fieldsOf(endpoint?.query)).toEqual(expect.arrayContaining(call.query));
  expect(fieldsOf(endpoint?.body)).toEqual(expect.arrayContaining(call.body));
});
