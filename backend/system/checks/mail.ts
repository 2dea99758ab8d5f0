import { defineCheck } from "../check";
import { reasonOf } from "../run-checks";

export const mail = defineCheck("mail", async ({ mailer }) => {
  if (!mailer.check) return { state: "look", text: "outbox" };
  try {
    await mailer.check();
  } catch (error) {
    return { state: "act", text: "failed", values: { reason: reasonOf(error) } };
  }
  return { state: "fine", text: "server" };
});
