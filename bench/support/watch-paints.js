// Runs in each page before its own script, as text: notes paints and long tasks from the beginning
// on.
const timings = { paints: [], firstPaint: 0, tasks: [] };
window.paintTimings = timings;
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
    type,
    buffered: true,
  });
watch("largest-contentful-paint", ({ startTime }) => timings.paints.push(startTime));
watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") timings.firstPaint = startTime;
});
watch("longtask", ({ startTime, duration }) => timings.tasks.push({ start: startTime, duration }));
