"use strict";
// Everything stands in the page already; this only chooses which decision is shown.
const rows = [...document.querySelectorAll(".moves a[data-ply]")];
const details = [...document.querySelectorAll(".decision")];
const slider = document.querySelector(".stepper input");
const output = document.querySelector(".stepper output");
const list = document.querySelector(".moves .list");
const charts = [...document.querySelectorAll(".chart")];
const narrow = matchMedia("(max-width: 1099px)"); // the decision is not beside the graphs, but below
const count = rows.length;
let chosen = 0;

function show(ply, follow = true) {
  chosen = ply;
  rows.forEach((row, at) => {
    row.classList.toggle("chosen", at === ply - 1);
    if (at === ply - 1) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
  details.forEach((detail, at) => detail.classList.toggle("chosen", at === ply - 1));
  slider.value = ply;
  slider.setAttribute("aria-valuetext", rows[ply - 1].dataset.tip);
  output.textContent = `${ply} of ${count}`;
  for (const chart of charts) {
    const cursor = chart.querySelector(".cursor");
    cursor.style.left = `${((ply - 1) / count) * 100}%`;
    cursor.style.width = `${100 / count}%`;
  }
  const row = rows[ply - 1];
  if (follow) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function choose(ply, follow = true) {
  ply = Math.min(Math.max(ply, 1), count);
  if (ply === chosen) return;
  show(ply, follow);
  history.replaceState(null, "", `#d${ply}`);
}

function worse(step) {
  for (let ply = chosen + step; ply >= 1 && ply <= count; ply += step)
    if (rows[ply - 1].matches(".mistake, .blunder")) return choose(ply);
}

function fromHash() {
  const ply = Number(/^#d(\d{1,6})$/.exec(location.hash)?.[1]);
  return ply >= 1 && ply <= count ? ply : 1;
}

function plyAt(chart, event) {
  const box = chart.getBoundingClientRect();
  return Math.min(count, Math.max(1, Math.ceil(((event.clientX - box.left) / box.width) * count)));
}

if (count) {
  document.body.classList.add("stepping");
  slider.addEventListener("input", () => choose(Number(slider.value)));
  const steps = { first: () => choose(1), back: () => choose(chosen - 1), on: () => choose(chosen + 1), last: () => choose(count), worse: () => worse(1) };
  for (const [name, step] of Object.entries(steps)) document.querySelector(`.stepper .${name}`).addEventListener("click", step);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#d"]');
    if (!link) return;
    event.preventDefault();
    choose(Number(link.hash.slice(2)), !link.dataset.ply);
    if (narrow.matches) details[chosen - 1].scrollIntoView({ block: "start" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.first, End: steps.last, m: steps.worse, M: () => worse(-1) };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  window.addEventListener("hashchange", () => choose(fromHash()));
  for (const chart of charts) {
    const tip = chart.querySelector(".tip");
    chart.addEventListener("pointermove", (event) => {
      const ply = plyAt(chart, event);
      if (event.buttons) choose(ply);
      tip.hidden = false;
      tip.textContent = rows[ply - 1].dataset.tip;
      const half = tip.offsetWidth / 2, width = chart.clientWidth;
      tip.style.left = `${Math.min(Math.max(((ply - 0.5) / count) * width, half), Math.max(half, width - half))}px`;
    });
    chart.addEventListener("pointerleave", () => (tip.hidden = true));
    chart.addEventListener("pointerdown", (event) => choose(plyAt(chart, event)));
  }
  // Plots are stretched to the page's width; the grain of the stones is not.
  const plot = document.querySelector(".chances .plot");
  const unstretch = () => {
    const { width, height } = plot.viewBox.baseVal, box = plot.getBoundingClientRect();
    for (const pattern of document.querySelectorAll("pattern"))
      pattern.setAttribute("patternTransform", `scale(${width / box.width} ${height / box.height})`);
  };
  new ResizeObserver(unstretch).observe(plot);
  details.forEach((detail) => detail.removeAttribute("id")); // nothing jumps there any more
  show(fromHash());
}
