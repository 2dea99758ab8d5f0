// The tables, what the database does by itself and who may do what are in ../migrations, in SQL; queries are in SQL
// too, so there is no second description of the tables here that could differ from the first.

/** The administrator role that every tenant is born with (migrations/0005_roles.sql). */
export const administratorRoleId = "00000000-0000-4000-8000-000000000001";
