import type { StylesheetJson } from 'cytoscape'
import { LINK_RELATIONS } from '@/lib/shared/strategies'
import { EDGE_STYLES, NODE_STYLES } from './graph-style'
import type { Theme } from './theme'
import { NAME_SIZES } from './viewport'

const FADED = { node: 0.13, edge: 0.05 } as const

/** The class for a label size; a class is far cheaper than a style per node. */
export const sizeClass = (size: number) => `size-${size}`

/**
 * The graph's styles. Recalls, and links between facts or strategies, are curves; other links are haystack lines, which cost
 * a seventh. `motionMs` 0 = no animation.
 */
export function stylesheet({ color, font }: Theme, motionMs: number): StylesheetJson {
  const motion = motionMs && { 'transition-property': 'opacity', 'transition-duration': motionMs }
  return [
    {
      selector: 'node',
      style: {
        width: 'data(width)',
        height: 'data(height)',
        'border-width': 1.5,
        label: '',
        color: color('--ink-soft'),
        'font-family': font,
        'font-size': 11,
        'min-zoomed-font-size': 7,
        'text-valign': 'bottom',
        'text-margin-y': 4,
        'text-wrap': 'ellipsis',
        'text-max-width': '150px',
        'overlay-opacity': 0,
        'outline-offset': 3,
        ...motion,
      },
    },
    ...Object.entries(NODE_STYLES).map(([kind, { shape, fill, border }]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { shape, 'background-color': color(fill), 'border-color': color(border) },
    })),
    {
      selector: 'node[kind = "range"]',
      style: { 'border-style': 'dashed', 'text-valign': 'center', 'text-margin-y': 0 },
    },
    {
      selector: 'node[kind = "roll-up"]',
      style: { 'text-valign': 'center', 'text-halign': 'right', 'text-margin-x': 4, 'text-margin-y': 0 },
    },
    { selector: 'node[?recalled]', style: { 'border-color': color('--recall-fill'), 'border-width': 3 } },
    { selector: 'node[?unsettled]', style: { 'background-opacity': 0.25, 'border-style': 'dashed' } },
    { selector: 'node[?retired]', style: { 'background-opacity': 0, 'border-style': 'dotted' } },
    ...NAME_SIZES.map((size) => ({
      selector: `node.${sizeClass(size)}`,
      style: { 'font-size': size, 'text-max-width': `${size * 14}px` },
    })),
    { selector: 'node.named', style: { label: 'data(short)' } },
    {
      selector: 'node.boxed',
      style: { 'text-background-color': color('--paper'), 'text-background-opacity': 0.8 },
    },
    {
      selector: 'edge',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0, width: 1.2, 'overlay-opacity': 0, ...motion },
    },
    ...Object.entries(EDGE_STYLES).map(([kind, { color: line, dashed, quiet }]) => ({
      selector: `edge[kind = "${kind}"]`,
      style: { 'line-color': color(line), 'line-style': dashed ? 'dashed' : 'solid', opacity: quiet },
    })),
    {
      selector: ['recalled', 'supersedes', ...LINK_RELATIONS]
        .map((kind) => `edge[kind = "${kind}"]`)
        .join(', '),
      style: {
        'curve-style': 'unbundled-bezier',
        'control-point-distances': 'data(bend)',
        'control-point-weights': 0.5,
        'edge-distances': 'node-position',
        'source-endpoint': 'inside-to-node',
        'target-endpoint': 'inside-to-node',
      },
    },
    {
      selector: 'edge[kind = "recalled"]',
      style: {
        width: 'data(weight)',
        opacity: 'data(strength)',
        'line-cap': 'round',
      },
    },
    { selector: 'edge[kind = "next"]', style: { width: 1.6 } },
    { selector: 'node.faded', style: { opacity: FADED.node, label: '' } },
    { selector: 'edge.faded', style: { opacity: FADED.edge } },
    { selector: 'edge.near', style: { opacity: 1, 'z-index': 5 } },
    { selector: 'edge.near[kind != "recalled"]', style: { width: 2.4 } },
    {
      selector: 'node.hovered, node.selected',
      style: {
        label: 'data(label)',
        color: color('--ink'),
        'z-index': 20,
        'min-zoomed-font-size': 0,
        'text-background-color': color('--raised'),
        'text-background-opacity': 0.94,
        'text-background-padding': '3px',
        'text-background-shape': 'roundrectangle',
      },
    },
    { selector: 'node.hovered', style: { 'outline-width': 2, 'outline-color': color('--line-strong') } },
    {
      selector: 'node.selected',
      style: { opacity: 1, 'outline-width': 3, 'outline-color': color('--accent'), 'font-weight': 600 },
    },
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
    { selector: '.unborn', style: { opacity: 0, events: 'no', label: '' } },
    { selector: 'core', style: { 'active-bg-opacity': 0 } },
  ] as StylesheetJson
}
