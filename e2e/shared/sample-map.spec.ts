import type { Page } from '@playwright/test'
import type { Core } from 'cytoscape'
import { expectAccessible } from '../support/axe'
import type { Chat } from '../support/chat'
import {
  canvasReady,
  details,
  drawn,
  enter,
  graph,
  LIST_ROWS,
  levelOf,
  listed,
  openLegend,
  openMap,
  overlappingLabels,
} from '../support/graph'
import { expect, test } from '../support/test'

/** For each card: how many turns there are, how many stick out of it, and how much of its height is unused. */
const cards = (page: Page) =>
  page.evaluate(() => {
    const { __mnemeGraph: cy } = window as unknown as { __mnemeGraph: Core }
    const box = (id: string) => cy.getElementById(id).boundingBox({ includeLabels: false })
    return cy.nodes('[kind = "conversation"]').map((card) => {
      const turns = cy.nodes('[kind = "turn"]').map((turn) => box(turn.id()))
      const own = box(card.id())
      return {
        turns: turns.length,
        outside: turns.filter(
          ({ x1, x2, y1, y2 }) => x1 < own.x1 || x2 > own.x2 || y1 < own.y1 || y2 > own.y2,
        ).length,
        empty: own.y2 - Math.max(...turns.map(({ y2 }) => y2)),
      }
    })
  })

/** The map of the sample, once its topics are made. */
async function openTopics(chat: Chat, page: Page) {
  await chat.open()
  await page.getByRole('button', { name: /^Explore a sample/ }).click()
  await expect(page).toHaveURL(/\/c\//)
  await expect(async () => {
    await openMap(page)
    expect((await drawn(page)).nodes.some(({ kind }) => kind === 'topic')).toBe(true)
  }).toPass()
}

test('four keys lead from a topic down to the sentence, and back up', async ({ chat, page }) => {
  await openTopics(chat, page)
  expect(await levelOf(page)).toBe('1')
  const place = page.getByRole('navigation', { name: 'Map location' })
  await expect(place).toContainText('All topics')
  await graph(page).focus()
  for (let keys = 0; keys < 4 && (await levelOf(page)) !== '4'; keys += 1) await enter(page)
  expect(await levelOf(page)).toBe('4')
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(/^Message \d/)
  await expect(details(page)).toContainText('User message')
  await expect(page).toHaveURL(/conversation=.*turn=/)
  await expectAccessible(page, [LIST_ROWS])

  await page.keyboard.press('Escape')
  await expect.poll(() => levelOf(page)).toBe('3')
  await page.goBack()
  await expect.poll(() => levelOf(page)).toBe('4')
  await page.reload()
  await canvasReady(page)
  expect(await levelOf(page)).toBe('4')
  await place.getByRole('button').first().click()
  await expect.poll(() => levelOf(page)).toBe('1')
})

test('an opened topic shows its turns, counts agree with the list, and a phone shows what is legible', async ({
  chat,
  page,
}) => {
  await openTopics(chat, page)
  await expect(page.getByTitle('41 messages (1 of them on another branch)')).toBeVisible()
  // In front of the links, a name stands on the colour of the page.
  const grounds = await page
    .locator('[data-labels] > [data-label^="entity:"]')
    .evaluateAll((names) => names.map((name) => getComputedStyle(name).textShadow.split(' 1px')[0] ?? ''))
  const paper = await graph(page).evaluate((region) => getComputedStyle(region).backgroundColor)
  expect(grounds.length).toBeGreaterThan(0)
  for (const ground of grounds) expect(ground).toContain(paper)
  const counted = await (await openLegend(page)).getByRole('button', { name: /^Shared names/ }).textContent()
  const [shown = Number.NaN, all = shown] = (counted?.match(/\d+/g) ?? []).map(Number)
  expect((await listed(page, 'node')).filter((id) => id.startsWith('entity:'))).toHaveLength(all)
  expect(shown).toBeLessThanOrEqual(all)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Legend' })).toBeHidden()

  await graph(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => levelOf(page)).toBe('2')
  await canvasReady(page)
  const [card] = await cards(page)
  expect(card).toMatchObject({ outside: 0 })
  expect(card?.turns).toBeGreaterThan(3)
  expect(card?.empty).toBeLessThan(40)
  const lines = page.locator('[data-labels] > [data-label^="turn:"]')
  const count = await lines.count()
  expect(count).toBeGreaterThan(3)
  // The others are dots.
  expect(count).toBeLessThanOrEqual(card?.turns ?? 0)
  expect((await overlappingLabels(page)).pairs).toEqual([])
  await expectAccessible(page, [LIST_ROWS])
  // The text of a line is the turn's.
  const line = await lines.first().boundingBox()
  await page.mouse.click((line?.x ?? 0) + 80, (line?.y ?? 0) + 8)
  await expect(details(page)).toContainText('User message')

  await page.setViewportSize({ width: 390, height: 844 })
  await openMap(page)
  expect((await overlappingLabels(page)).pairs).toEqual([])
  await expectAccessible(page, [LIST_ROWS])
})
