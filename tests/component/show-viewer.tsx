import { Activity, useEffect, useState } from "react";
import { vi } from "vitest";
import { page } from "vitest/browser";
import FileViewer from "@/components/resource/viewer/file-viewer";
import type { ViewerFile } from "@/components/resource/viewer/viewer-file";
import { type Surroundings, show } from "./show";

const { fetch: browserFetch } = globalThis;

interface ShownFiles extends Surroundings {
  index?: number;
  onEdit?: (file: ViewerFile) => void;
}

/** Shows the viewer with some files from the browser's memory. */
export async function showFiles(
  files: readonly ViewerFile[],
  { index = 0, onEdit, ...more }: ShownFiles = {},
) {
  let setHidden: (isHidden: boolean) => void = () => undefined;
  const view = <Files files={files} first={index} onEdit={onEdit} onReady={(hide) => (setHidden = hide)} />;
  const shown = await show(view, more);
  return {
    ...shown,
    viewer: page.getByRole("dialog"),
    /** Hides the viewer like a background tab. */
    setHidden: (isHidden: boolean) => setHidden(isHidden),
  };
}

interface FilesProps extends Pick<ShownFiles, "onEdit"> {
  files: readonly ViewerFile[];
  first: number;
  onReady: (setHidden: (isHidden: boolean) => void) => void;
}

function Files({ files, first, onEdit, onReady }: FilesProps) {
  const [index, setIndex] = useState<number | undefined>(first);
  const [isHidden, setHidden] = useState(false);
  useState(useBrowserFetchForFiles);
  useEffect(() => {
    onReady(setHidden);
  });
  return (
    <Activity mode={isHidden ? "hidden" : "visible"}>
      <button type="button" onClick={() => setIndex(first)}>
        Open
      </button>
      {index !== undefined && (
        <FileViewer
          files={files}
          index={index}
          onIndexChange={setIndex}
          onClose={() => setIndex(undefined)}
          onEdit={onEdit}
        />
      )}
    </Activity>
  );
}

/** Must run before the first file request, and after contract calls were replaced. */
function useBrowserFetchForFiles(): void {
  const { fetch: calls } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    isOfContract(String(input)) ? calls(input, init) : browserFetch(input, init),
  );
}

function isOfContract(address: string): boolean {
  return new URL(address, location.href).pathname.startsWith("/api/");
}
