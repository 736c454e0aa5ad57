import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { theme } from '../core/prefs.ts';

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Returns a color that the canvas understands: light-dark() works in style sheets only. */
function resolved(element: HTMLElement, name: string): string {
  element.style.setProperty('color', `var(${name})`);
  const value = getComputedStyle(element).color;
  element.style.removeProperty('color');
  return value || color(name);
}

/** A small line without axes. */
export function Spark({ values, label }: { values: number[]; label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const scheme = theme.value;
  const key = values.join();
  useEffect(() => {
    const target = element.current;
    if (!target) {
      return undefined;
    }
    const stroke = resolved(target, '--accent');
    const plot = new uPlot({
      width: Math.max(80, target.clientWidth),
      height: 36,
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      padding: [2, 0, 2, 0],
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max)] } },
      series: [{}, { stroke, width: 1.5, fill: stroke.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.08)').replaceAll(',', ' '), points: { show: false } }],
    }, [values.map((_, index) => index), values], target);
    return () => plot.destroy();
  }, [key, scheme]);
  return <div class="spark" ref={element} role="img" aria-label={label} />;
}

export interface Series {
  label: string;
  tone: string;
  values: (number | null)[];
}

/** Lines over time. */
export function Chart({ times, series, label }: { times: number[]; series: Series[]; label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const scheme = theme.value;
  const key = `${times.join()} ${series.map(line => line.values.join()).join(' ')}`;
  useEffect(() => {
    const target = element.current;
    if (!target || times.length === 0) {
      return undefined;
    }
    const [quiet, line] = [resolved(target, '--quiet'), resolved(target, '--line')];
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui' };
    const plot = new uPlot({
      width: target.clientWidth,
      height: 200,
      axes: [axis, { ...axis, size: 40 }],
      scales: { y: { range: (_, __, max) => [0, Math.max(1, Math.ceil(max * 1.1))] } },
      legend: { show: series.length > 1 },
      series: [{}, ...series.map(entry => ({ label: entry.label, stroke: resolved(target, entry.tone), width: 2, paths: uPlot.paths.stepped?.({ align: 1 }), points: { show: false } }))],
    }, [times, ...series.map(entry => entry.values)] as uPlot.AlignedData, target);
    const resize = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height: 200 }));
    resize.observe(target);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [key, scheme]);
  return <div class="chart"><div ref={element} role="img" aria-label={label} /></div>;
}
