// Tables, triggers and grants are defined in SQL in ../migrations, and queries are SQL too, so this file does not
// describe the tables a second time.

/** The administrator role that every tenant starts with (migrations/0005_roles.sql). */
export const administratorRoleId = "00000000-0000-4000-8000-000000000001";
