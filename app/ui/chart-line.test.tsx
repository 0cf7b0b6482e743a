import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinePlot } from "./chart-line";

test("a projection goes on from the line, dashed, and is named where it ends", () => {
  const html = renderToStaticMarkup(
    <LinePlot
      series={[{ label: "Verified" }]}
      format={String}
      projected="At this pace"
      goal={{ value: 400, label: "400 booked" }}
      points={[
        { label: "1", values: [80], projected: [null] },
        { label: "2", values: [160], projected: [160] },
        { label: "3", values: [null], projected: [240] },
        { label: "4", values: [null], projected: [320] },
      ]}
    />,
  );
  const pointsOf = (polyline: string) => /points="([^"]*)"/.exec(polyline)?.[1]?.split(" ") ?? [];
  const [verified = "", , projection = ""] = html.match(/<polyline[^>]*>/g) ?? [];
  expect(projection).toContain("stroke-dasharray");
  expect(pointsOf(projection)).toHaveLength(3);
  expect(pointsOf(projection)[0]).toBe(pointsOf(verified)[1]);
  expect(html).toMatch(/>320 at this pace</);
});
