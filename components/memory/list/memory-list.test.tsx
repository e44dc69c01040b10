// @vitest-environment happy-dom
import cytoscape from 'cytoscape'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pictureElements } from '@/components/memory/canvas/elements'
import { type Filter, shownElements } from '@/components/memory/shown'
import { mapPicture, testEdge, testGraph, testMap } from '@/components/memory/testing-graph'
import { mount } from '@/components/ui/testing-mount'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { type ListGroup, listGroups, shownGroups } from './list-rows'
import { MemoryList } from './memory-list'

const graph = testGraph({ c1: 10, c2: 6 })
graph.edges.push(testEdge('recalled', 'turn:b_c2_3', 'turn:b_c1_2', 0.91))
const everything: Filter = { hidden: new Set(), text: '', found: null, isInPeriod: null }

let page: ReturnType<typeof mount>
const select = vi.fn()
const open = vi.fn()
const show = (groups: ListGroup[], selected: string | null = null) =>
  page.render(
    <MemoryList inPeriod={null} groups={groups} selected={selected} onSelect={select} onOpen={open} />,
  )
const rows = () => [...page.host.querySelectorAll<HTMLElement>('[role=treegrid] tr')]
const rowIds = () => rows().map((row) => row.dataset.id ?? '')
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.id
const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )

/** Ids on the canvas that match the filter. */
function canvasIds(filter: Filter): string[] {
  const shown = shownElements(graph, filter)
  const cy = cytoscape({ headless: true, elements: pictureElements(mapPicture(testMap(3, graph))) })
  const ids = cy.elements().map((element) => element.id())
  return ids.filter((id) => shown.nodes.has(id) || shown.edges.has(id)).sort()
}
type Groups = (graph: GraphDto) => ListGroup[]
const listed = async (groupsOf: Groups, filter: Filter) => {
  await show(shownGroups(groupsOf(graph), shownElements(graph, filter)))
  return rowIds().sort()
}

beforeEach(() => {
  vi.clearAllMocks()
  page = mount()
})

describe('the list twin', () => {
  const filters: Record<string, Filter> = {
    'no filter': everything,
    'a hidden kind': { ...everything, hidden: new Set(['context', 'next']) },
    'a text': { ...everything, text: 'question 3' },
    'a period': { ...everything, isInPeriod: ({ turnNumber }) => turnNumber < 4 },
  }
  for (const [name, filter] of Object.entries(filters))
    it(`has a row for each element of the graph that stands out, and no other, with ${name}`, async () => {
      expect(await listed(listGroups, filter)).toEqual(canvasIds(filter))
    })

  it('has as many rows as the graph has nodes and links', async () => {
    await show(listGroups(graph))
    expect(rows().length).toBe(graph.nodes.length + graph.edges.length)
    const region = page.host.querySelector('section[aria-label="Memory list"]') as HTMLElement
    expect([region.dataset.nodes, region.dataset.edges]).toEqual([
      String(graph.nodes.length),
      String(graph.edges.length),
    ])
  })

  it('negative control: a list that forgets the links of summaries is found out', {
    tags: 'full',
  }, async () => {
    const forgetful: Groups = (of) =>
      listGroups(of).map((group) => (group.node.kind === 'summary' ? { ...group, links: [] } : group))
    expect(await listed(forgetful, everything)).not.toEqual(canvasIds(everything))
  })

  it('names kind, label, turn, tokens and date, and under its source each link', async () => {
    await show(listGroups(graph))
    const at = rowIds().indexOf('turn:b_c2_3')
    expect(rows()[at]?.textContent).toMatch(/Question 3 of c2.*Message.*3.*100 tokens/)
    expect(rows()[at]?.querySelector('time')?.getAttribute('datetime')).toMatch(/^2026-03-01T/)
    const link = rows().find((row) => row.dataset.id === 'recalled turn:b_c2_3 turn:b_c1_2')
    expect(link?.textContent).toMatch(/recalled message 2 of Talk c1/)
    expect(rows().indexOf(link as HTMLElement)).toBeGreaterThan(at)
  })
})

describe('conversations in the list', () => {
  it('are named if there are several: for each node, and for links into another one', async () => {
    await show(listGroups(graph))
    const row = (id: string) => rows().find((one) => one.dataset.id === id)?.textContent
    expect(row('turn:b_c1_2')).toContain('Talk c1')
    expect(row('next turn:b_c1_1 turn:b_c1_2')).not.toContain('Talk')
    await show(listGroups({ ...graph, conversations: graph.conversations.filter(({ id }) => id === 'c1') }))
    expect(page.host.textContent).not.toContain('Talk c1')
  })
})

describe('the list by keyboard', () => {
  it('has one stop, walks rows with the arrows, selects with space and opens with Enter', async () => {
    const groups = listGroups(graph)
    await show(groups)
    const stops = rows().filter((row) => row.tabIndex === 0)
    expect(stops.map((row) => row.dataset.id)).toEqual([rowIds()[0]])
    stops[0]?.focus()
    await press('ArrowDown')
    expect(focused()).toBe(rowIds()[1])
    await press(' ')
    expect(select).toHaveBeenCalledWith(rowIds()[1])
    await press('ArrowLeft')
    expect(focused()).toBe(rowIds()[0])
    await press('ArrowRight')
    expect(focused()).toBe(rowIds()[1])
    await press('End')
    expect(focused()).toBe(rowIds().at(-1))
    await press('ArrowDown')
    expect(focused()).toBe(rowIds().at(-1))
    await press('Enter')
    expect(open).toHaveBeenCalledWith(rowIds().at(-1))
  })

  it('marks what is selected, makes it the stop, and says when nothing matches', async () => {
    await show(listGroups(graph), 'turn:b_c1_5')
    expect(
      rows()
        .filter((row) => row.getAttribute('aria-selected') === 'true')
        .map((row) => row.dataset.id),
    ).toEqual(['turn:b_c1_5'])
    expect(
      rows()
        .filter((row) => row.tabIndex === 0)
        .map((row) => row.dataset.id),
    ).toEqual(['turn:b_c1_5'])
    await show([])
    expect(page.host.textContent).toContain('Nothing matches')
  })
})
