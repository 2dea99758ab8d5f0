import { expect, test } from "vitest";
import { onToast, onToastWanted, toast } from "./toast";

test("[SH-08] toasts raised before they can be shown are shown later, in order", () => {
  let asked = 0;
  toast.error("Too early.");
  const stopAsking = onToastWanted(() => {
    asked += 1;
  });
  toast.success("Changes saved.");
  expect(asked).toBe(2);
  const shown: string[] = [];
  const stop = onToast(({ kind, text }) => shown.push(`${kind} ${text}`));
  toast.plain("Request canceled.");
  expect(shown).toEqual(["error Too early.", "success Changes saved.", "plain Request canceled."]);
  stop();
  stopAsking();
});
