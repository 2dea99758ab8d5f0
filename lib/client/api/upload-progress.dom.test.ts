// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { withUploadProgress } from "./upload-progress";

test("[AT-02] does not send a request cancelled before sending, and reports the cancellation", async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, "send");
  const sent = withUploadProgress(() => undefined)("http://localhost/", { signal: AbortSignal.abort() });
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  expect(send).not.toHaveBeenCalled();
  send.mockRestore();
});
