import type { SheetColumn } from "./column";
import { attribute } from "./text";

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const headerStyle = 1;
const literalStyle = 2;
const firstFormat = 3;
/** Lower numbers are Excel's own formats. */
const firstFormatId = 164;

/** Indexes of cell styles in the workbook. */
export interface Styles {
  readonly header: number;
  /** For texts that look like a formula: keeps them text when they are edited. */
  readonly literal: number;
  /** For values of each column; 0 is the plain style. */
  readonly ofColumn: readonly number[];
  readonly xml: string;
}

export function stylesOf(columns: readonly SheetColumn[]): Styles {
  const formats = [...new Set(columns.flatMap(({ numberFormat }) => numberFormat ?? []))];
  const numFmts = formats
    .map((format, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${attribute(format)}"/>`)
    .join("");
  const cellFormats = formats
    .map(
      (_, index) =>
        `<xf numFmtId="${firstFormatId + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join("");
  return {
    header: headerStyle,
    literal: literalStyle,
    ofColumn: columns.map(({ numberFormat }) =>
      numberFormat === undefined ? 0 : firstFormat + formats.indexOf(numberFormat),
    ),
    xml: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${namespace}">${formats.length ? `<numFmts count="${formats.length}">${numFmts}</numFmts>` : ""}
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${firstFormat + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>${cellFormats}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`,
  };
}
