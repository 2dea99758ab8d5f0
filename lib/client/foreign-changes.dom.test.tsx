// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { tolerateForeignChanges } from "./foreign-changes";

const { removeChild, insertBefore } = Node.prototype;
afterEach(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore });
  vi.unstubAllGlobals();
});

/** Replaces text nodes by nested elements, like a translator. */
function translate(place: Element): void {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement("font");
    font.innerHTML = `<font>[${text.data}]</font>`;
    text.replaceWith(font);
  }
}

test("[FM-01] a view can still be edited and saved after a translator replaced its texts", () => {
  tolerateForeignChanges();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.createElement("div");
  const root = createRoot(place);
  const view = (editing: boolean) => (
    <p>
      {editing && <button type="button">Save</button>}
      {editing ? "Editing" : null} the name: {editing ? <input defaultValue="Ada" /> : "Ada"}
      {!editing && "saved"}
    </p>
  );
  for (const editing of [true, false, true, false]) {
    act(() => root.render(view(editing)));
    expect(place.querySelectorAll("input, button")).toHaveLength(editing ? 2 : 0);
    translate(place);
  }
  act(() => root.unmount());
});
