interface Page {
  /** Points. */
  width: number;
  height: number;
  /** PDF drawing operators, with the origin in the lower left corner. */
  drawing: string;
  /** Additional catalog entries and page resources, and further objects, numbered from 5. */
  catalog?: string;
  resources?: string;
  objects?: readonly string[];
}

/** A PDF of one page. */
export function pdfOf({ width, height, drawing, catalog = "", resources = "", objects = [] }: Page): Buffer {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...objects,
  ];
  let file = "%PDF-1.7\n";
  const starts = all.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const tableAt = file.length;
  file += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
