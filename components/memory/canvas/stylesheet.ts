import type { StylesheetJson } from 'cytoscape'
import type { EdgeKind } from '@/lib/shared/memory/graph'
import { CURVED } from './elements'
import { EDGE_STYLES, NODE_STYLES } from './graph-style'
import { HUES, hueVariable, NO_HUE } from './palette'
import type { Theme } from './theme'

/** Links that end at a shape one can see through; others, which may be many, run to its centre. */
const ENDING: EdgeKind[] = ['snapshot', 'summarises', 'states', 'about', 'taught', 'cited', 'touched']
const ofKinds = (kinds: readonly EdgeKind[]) => kinds.map((kind) => `edge[kind = "${kind}"]`).join(', ')
const ALL_HUES = [NO_HUE, ...Array(HUES).keys()]

/** Two colours of the theme as one: `share` of the first over the second. */
export function mixed(over: string, under: string, share: number): string {
  const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const [a, b] = [parts(over), parts(under)]
  const channel = (index: number) => Math.round((a[index] ?? 0) * share + (b[index] ?? 0) * (1 - share))
  return `rgb(${channel(0)}, ${channel(1)}, ${channel(2)})`
}

/** The graph's styles, without text: labels are above the canvas. `motionMs` 0 = no animation. */
export function stylesheet({ color }: Theme, motionMs: number): StylesheetJson {
  const motion = motionMs && { 'transition-property': 'opacity', 'transition-duration': motionMs }
  return [
    {
      selector: 'node',
      style: {
        width: 'data(width)',
        height: 'data(height)',
        'border-width': 1.5,
        label: '',
        'overlay-opacity': 0,
        'outline-offset': 2,
        ...motion,
      },
    },
    ...Object.entries(NODE_STYLES).map(([kind, { shape, fill }]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { shape: shape === 'island' ? 'ellipse' : shape, 'background-opacity': fill },
    })),
    ...ALL_HUES.flatMap((hue) => {
      const own = color(hueVariable(hue))
      return [
        { selector: `node[hue = ${hue}]`, style: { 'background-color': own, 'border-color': own } },
        {
          selector: `node[hue = ${hue}][kind = "topic"], node[hue = ${hue}][kind = "conversation"]`,
          style: { 'background-color': mixed(own, color('--paper'), 0.24), 'background-opacity': 1 },
        },
      ]
    }),
    { selector: 'node[kind = "file"]', style: { 'corner-radius': 4 } },
    {
      selector: 'node[coast]',
      style: {
        shape: 'polygon',
        'shape-polygon-points': 'data(coast)',
        'border-width': 2,
      },
    },
    {
      selector: 'node[warm]',
      style: {
        'border-color': color('--recall-fill'),
        'border-width': 'data(warmBorder)',
        'border-style': 'solid',
      },
    },
    { selector: 'node[?unsettled]', style: { 'background-opacity': 0.25, 'border-style': 'dashed' } },
    { selector: 'node[?retired]', style: { 'background-opacity': 0, 'border-style': 'dashed' } },
    {
      selector: 'edge',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0, width: 1.2, 'overlay-opacity': 0, ...motion },
    },
    ...Object.entries(EDGE_STYLES).map(([kind, { color: line, dashed, quiet }]) => ({
      selector: `edge[kind = "${kind}"]`,
      style: { 'line-color': color(line), 'line-style': dashed ? 'dashed' : 'solid', opacity: quiet },
    })),
    { selector: ofKinds(ENDING), style: { 'curve-style': 'straight' } },
    { selector: 'edge[?inRow]', style: { 'curve-style': 'haystack', events: 'no' } },
    { selector: 'edge[kind = "next"]', style: { width: 1.6, events: 'no' } },
    { selector: 'edge[kind = "ties"]', style: { width: 1, opacity: 0.14, events: 'no' } },
    {
      selector: ofKinds(CURVED),
      style: {
        'curve-style': 'unbundled-bezier',
        'control-point-distances': 'data(bend)',
        'control-point-weights': 0.5,
      },
    },
    {
      selector: 'edge[middle]',
      style: { 'control-point-weights': 'data(middle)', 'edge-distances': 'node-position' },
    },
    {
      selector: 'edge[kind = "recalled"]',
      style: {
        'line-color': color('--recall-fill'),
        width: 'data(weight)',
        opacity: 'data(strength)',
        'line-cap': 'round',
        'target-arrow-shape': 'triangle',
        'target-arrow-color': color('--recall-fill'),
        'arrow-scale': 0.7,
      },
    },
    { selector: 'edge[?faint]', style: { opacity: 0, events: 'no' } },
    { selector: 'node.dim', style: { opacity: 0.5 } },
    { selector: 'node.faded', style: { opacity: 0.16 } },
    { selector: 'edge.faded', style: { opacity: 0.05 } },
    { selector: 'edge.dim', style: { opacity: 0.1 } },
    { selector: 'edge[?faint].dim', style: { opacity: 0 } },
    { selector: 'edge.near', style: { opacity: 0.95, events: 'yes', 'z-index': 5 } },
    {
      selector: 'node.hovered',
      style: { 'outline-width': 2, 'outline-color': color('--line-strong'), 'z-index': 20 },
    },
    {
      selector: 'node.selected',
      style: { opacity: 1, 'outline-width': 3, 'outline-color': color('--accent'), 'z-index': 21 },
    },
    // Its turns stay in front of it.
    { selector: 'node[kind = "conversation"]', style: { 'z-index': 0 } },
    {
      selector: 'edge.selected',
      style: {
        opacity: 1,
        'z-index': 10,
        'underlay-color': color('--accent'),
        'underlay-opacity': 0.3,
        'underlay-padding': 5,
      },
    },
    { selector: '.gone', style: { display: 'none' } },
    { selector: 'core', style: { 'active-bg-opacity': 0 } },
  ] as StylesheetJson
}
