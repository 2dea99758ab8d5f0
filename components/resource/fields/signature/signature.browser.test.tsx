import { Activity, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Field } from "@/components/ui/field";
import { focus } from "@/tests/component/actions";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { drawName, noSignature, type Signature } from "./signature";
import { SignatureValue } from "./signature-field";
import { SignatureInput } from "./signature-input";

let kept: Signature = noSignature;

let setHidden: (isHidden: boolean) => void;

function Form({ stored = noSignature }: { stored?: Signature }) {
  const [value, setValue] = useState(stored);
  const [isHidden, hide] = useState(false);
  kept = value;
  setHidden = hide;
  return (
    // Like a tab of the workspace.
    <Activity mode={isHidden ? "hidden" : "visible"}>
      <h1>Approval</h1>
      <Field label="Approved by">
        <SignatureInput label="Approved by" value={value} onChange={setValue} />
      </Field>
    </Activity>
  );
}

const pad = page.getByRole("img", { name: "Signature area" });

/** Draws one stroke through these points of the pad. */
function sign(points: readonly (readonly [number, number])[]): void {
  const canvas = pad.element();
  const { x, y } = canvas.getBoundingClientRect();
  for (const [index, [left, top]] of [...points, points.at(-1) ?? [0, 0]].entries()) {
    const type = index === 0 ? "pointerdown" : index === points.length ? "pointerup" : "pointermove";
    canvas.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId: 1, bubbles: true, cancelable: true, isPrimary: true, pressure: 0.5 },
        ...{ button: 0, buttons: type === "pointerup" ? 0 : 1, clientX: x + left, clientY: y + top },
      }),
    );
  }
}

test("[AA-04] a signature is drawn, its last stroke undone, and kept on resize and tab change", async () => {
  await show(<Form />);
  await page.getByRole("textbox").fill("Ada Lovelace");
  await expect.element(pad).toBeVisible();
  sign([
    [40, 80],
    [120, 40],
    [200, 100],
    [300, 60],
  ]);
  await expect.poll(() => kept.approvedSignature).toMatch(/^data:image\/png;base64,/);
  expect(kept.signatureName).toBe("Ada Lovelace");
  const ink = () => {
    const canvas = pad.element() as HTMLCanvasElement;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return [...pixels].filter((value, index) => index % 4 === 3 && value > 0).length;
  };
  expect(ink()).toBeGreaterThan(100);
  await page.viewport(500, 700);
  await expect
    .poll(() => (pad.element() as HTMLCanvasElement).width)
    .toBeLessThanOrEqual(500 * devicePixelRatio);
  expect(ink()).toBeGreaterThan(100);
  await expectAccessible("a signature", "main");
  setHidden(true);
  await expect.element(pad).not.toBeInTheDocument();
  setHidden(false);
  await expect.poll(ink).toBeGreaterThan(100);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(kept.approvedSignature).toBe("");
  expect(ink()).toBe(0);
});

test("[AA-04] a signature can be typed instead of drawn", async () => {
  await show(<Form />);
  focus(page.getByRole("textbox"));
  await userEvent.keyboard("Grace Hopper");
  await userEvent.tab();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => kept.approvedSignature).toMatch(/^data:image\/png;base64,/);
  await expect.element(page.getByRole("img", { name: "Signature of Grace Hopper" })).toBeVisible();
});

test("[AA-04] a stored signature is shown and can be replaced; an invalid picture is hidden", async () => {
  const { screen } = await show(
    <Form stored={{ signatureName: "Ada", approvedSignature: drawName("Ada") }} />,
  );
  await expect.element(page.getByRole("img", { name: "Signature of Ada" })).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(pad).toBeVisible();
  expect(kept.approvedSignature).toBe("");
  await screen.unmount();
  await show(
    <SignatureValue value={{ signatureName: "Eve", approvedSignature: "https://example.com/seen.png" }} />,
  );
  await expect.element(page.getByText("Eve")).toBeVisible();
  expect(page.getByRole("img").elements()).toEqual([]);
});
