import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import { boxesOverlap } from '../layout/placed'
import { mapPicture, testGraph, testIslands, testMap, testNode } from '../testing-graph'
import type { Label } from './label'
import { formsOf } from './label-forms'
import { labelsOf } from './labels-of'
import { type PlacedLabel, placeLabels } from './place-labels'

const measure = (text: string) => text.length * 7
const format = formatIn('en')
const overlaps = (placed: readonly PlacedLabel[]) =>
  placed.filter((one, index) => placed.slice(index + 1).some((other) => boxesOverlap(one.box, other.box)))
    .length

const label = (id: string, x: number, y: number, weight = 1): Label => ({
  ...{ id, text: `label ${id}`, x, y, weight, side: 'below', gap: 8, width: 0, most: 160, lines: 1 },
  size: 'normal',
})

describe('labels', () => {
  it('never overlap, whatever there is and however far one zooms', () => {
    const anywhere = fc.array(
      fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0.05, max: 3, noNaN: true }), (points, zoom) => {
        const labels = points.map(({ x, y }, index) => label(String(index), x, y, index % 7))
        expect(overlaps(placeLabels(labels, zoom, measure))).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('negative control: all of them at once overlap', () => {
    const labels = [label('a', 0, 0), label('b', 10, 4)]
    const all = labels.flatMap((one) => placeLabels([one], 1, measure))
    expect(overlaps(all)).toBe(1)
  })

  it('hide the less important one, unless it is pointed at', () => {
    const labels = [label('minor', 0, 0, 1), label('major', 10, 4, 9)]
    const ids = (first: string[]) =>
      placeLabels(labels, 1, measure, new Set(first)).map((placed) => placed.label.id)
    expect(ids([])).toEqual(['major'])
    expect(ids(['minor'])).toEqual(['minor'])
    expect(placeLabels(labels, 9, measure)).toHaveLength(2)
  })

  it('cover no other node, unless they are pointed at', () => {
    const named = label('a', 0, 0)
    const shape = { x: 0, y: 20, width: 12, height: 12 }
    const placed = (id: string, first: string[] = []) =>
      placeLabels([named], 1, measure, new Set(first), [{ ...shape, id }]).length
    expect([placed('b'), placed('b', ['a']), placed('a')]).toEqual([0, 1, 1])
  })

  it('wrap more often where an island has no room for longer lines, before they are cut', () => {
    const island: Label = {
      ...label('a', 0, 0),
      text: 'Post, press and reminders',
      side: 'inside',
      width: 116,
    }
    const [best] = formsOf({ ...island, lines: 3, size: 'large' }, 1, measure)
    expect(best?.lines.join(' ')).toBe('Post, press and reminders')
  })

  it('reach over the coast of an island that has no room for them', () => {
    const island = (text: string): Label => ({ ...label('a', 0, 0), text, side: 'inside', width: 76 })
    const best = (text: string) => formsOf({ ...island(text), lines: 3, size: 'large' }, 1, measure)[0]?.lines
    expect(best('Sourdough starter')).toEqual(['Sourdough', 'starter'])
    expect(best('Black and white film')).toEqual(['Black and', 'white film'])
    expect(best('Knee pain')).toEqual(['Knee', 'pain'])
  })

  it('wrap where a script has no spaces, too', () => {
    const text = '東京の古い自転車を修理する週末の会'
    const island: Label = { ...label('a', 0, 0), text, side: 'inside', width: 116, lines: 3, size: 'large' }
    const [best] = formsOf(island, 1, (some) => some.length * 10)
    expect(best?.lines.length).toBeGreaterThan(1)
    expect(text.startsWith(best?.lines.join('').replace('…', '') ?? '-')).toBe(true)
  })

  it('may stand at the corner of an island, which is water, but not on its coast', () => {
    const island = { id: 'b', isRound: true, width: 100, height: 100 }
    const placed = (x: number, y: number) =>
      placeLabels([label('a', 0, 0)], 1, measure, new Set(), [{ ...island, x, y }]).length
    expect([placed(75, 62), placed(70, 20)]).toEqual([1, 0])
  })

  it('never overlap on any level of the map at any zoom', () => {
    const conversation = (index: number) =>
      testNode('conversation', `c${index}`, {
        label: `A talk about a great many things ${index}`,
        count: index,
      })
    const facts = [...Array(9).keys()].map((index) =>
      testNode('fact', `f${index}`, { label: `fact ${index}` }),
    )
    const pictures = [
      mapPicture(testIslands([400, 90, 60, 44, 31, 20, 18, 12, 9, 8, 8, 8])),
      mapPicture(testMap(2, { nodes: [...[...Array(14).keys()].map(conversation), ...facts] })),
      mapPicture(testMap(3, testGraph({ c1: 120 }))),
    ]
    for (const picture of pictures)
      for (const zoom of [0.05, 0.2, 0.5, 1, 2.4]) {
        const placed = placeLabels(labelsOf(picture, format), zoom, measure)
        expect(overlaps(placed)).toBe(0)
        if (zoom >= 0.5) expect(placed.length).toBeGreaterThan(4)
      }
  })
})

describe('cards of conversations', () => {
  it('say how many of their turns are about the open topic, even where the date has no room', () => {
    const one = { label: 'A long talk', count: 7, to: 10, topicId: 't1' }
    const picture = mapPicture(testMap(2, { nodes: [testNode('conversation', 'c1', one)] }))
    const card = (width: (text: string) => number) => placeLabels(labelsOf(picture, format), 1, width)[0]
    expect(card(measure)?.note).toMatch(/^7 of 10 messages · /)
    const wide = (text: string) => (text.includes('·') ? 9_000 : 7)
    expect([card(wide)?.note, card(wide)?.width]).toEqual(['7 of 10 messages', card(measure)?.width])
  })
})

describe('names of islands', () => {
  const named = (view: { width: number; height: number }) => {
    const picture = mapPicture(
      testIslands([149, 140, 132, 103, 91, 85, 73, 64, 56, 40, 31, 20, 9, 8, 8, 8, 8]),
      view,
    )
    const zoom = picture.area?.zoom ?? 1
    return { placed: placeLabels(labelsOf(picture, format), zoom, measure), picture, zoom }
  }
  const views = [
    { width: 800, height: 700 },
    { width: 390, height: 560 },
  ]

  it('are all shown in the first view, within their islands and apart', () => {
    for (const view of views) {
      const { placed, picture, zoom } = named(view)
      const islands = placed.filter(({ label }) => label.id.startsWith('topic:'))
      expect(islands).toHaveLength(17)
      expect(overlaps(placed)).toBe(0)
      for (const { label, box } of islands) {
        const across = (picture.sizes.get(label.id)?.width ?? 0) * zoom
        expect(box.x2 - box.x1).toBeLessThanOrEqual(across + 24)
      }
    }
  })

  it('are titles over several lines within the coast, cut where they are longer', () => {
    const text = 'My neighbour Fenzetshim grows quinces in Morbantal and sells them'
    const title = {
      ...label('t', 0, 0),
      text,
      side: 'inside',
      width: 120,
      most: 190,
      lines: 3,
      size: 'large',
    } as const
    const [best] = formsOf(title, 1, measure)
    expect(best?.lines.length).toBeGreaterThan(1)
    expect(best?.lines.at(-1)).toMatch(/…$/)
    expect(best?.width).toBeLessThanOrEqual(120)
  })
})
