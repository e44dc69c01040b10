import { expectAccessible } from '../support/axe'
import {
  canvasReady,
  details,
  drawn,
  emptyFor,
  enter,
  graph,
  levelOf,
  list,
  listed,
  openMap,
  overlappingLabels,
  placeOf,
} from '../support/graph'
import { madeUpName } from '../support/names'
import { remember } from '../support/remembered'
import { expect, test } from '../support/test'

const sorted = (ids: string[]) => [...ids].sort()

test('a topic that is gone leads to what is around it, and says so', async ({ chat, page }) => {
  await chat.begin(`My kite is called ${madeUpName()}.`)
  const conversation = chat.conversationId()
  const gone = page.getByText('The one you opened is gone')
  await openMap(page, '?topic=gone')
  await expect(gone).toBeVisible()
  expect(await levelOf(page)).toBe('1')
  await openMap(page, `?topic=gone&conversation=${conversation}`)
  expect(await levelOf(page)).toBe('3')
  await expect(page).toHaveURL(/memory\?conversation=[^&]+$/)
})

test('zooming into a turn opens it, and zooming out leads back to its conversation', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  await chat.begin(`My lamp is called ${madeUpName()}.`)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  const [turn] = (await drawn(page)).nodes
  const { x, y } = await placeOf(page, turn?.id ?? '')
  await page.mouse.move(x, y)
  await expect(async () => {
    await page.mouse.wheel(0, -400)
    expect(await levelOf(page)).toBe('4')
  }).toPass()
  await expect(async () => {
    await page.mouse.wheel(0, 400)
    // The level follows a moment later; another turn of the wheel would lead beyond it.
    await expect.poll(() => levelOf(page), { timeout: 2_000 }).toBe('3')
  }).toPass()
})

test('labels grow with the picture while the wheel turns, and are laid out anew when it rests', async ({
  chat,
  page,
}) => {
  await chat.begin(`My kite is called ${madeUpName()}.`)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  await page.locator('[data-labels] > [data-label]').first().waitFor()
  const [turning, resting] = await graph(page).evaluate(async (region) => {
    const labels = region.querySelector<HTMLElement>('[data-labels]')
    const seen = () => labels && new DOMMatrix(labels.style.transform).a.toFixed(3)
    const frames = async (until: (count: number) => boolean) => {
      for (let count = 0; !until(count); count += 1) await new Promise(requestAnimationFrame)
    }
    const { left, top } = region.getBoundingClientRect()
    const at = { clientX: left + 5, clientY: top + 5, bubbles: true, cancelable: true }
    // The first view may still be framed.
    await frames((count) => count > 30)
    region.querySelector('canvas')?.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, ...at }))
    await frames((count) => count > 1)
    const turning = seen()
    await frames((count) => count > 120 || seen() === '1.000')
    return [turning, seen()]
  })
  expect([turning, resting]).toEqual(['1.174', '1.000'])
})

test('an opened conversation shows each turn once with its context and summary, and the list the same', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await openMap(page, `?conversation=${conversation}`)
  const picture = await drawn(page)
  const kinds = picture.nodes.map((node) => node.kind)
  for (const kind of ['turn', 'context', 'summary'])
    expect(kinds.filter((one) => one === kind)).toHaveLength(4)
  expect(sorted(await listed(page, 'node'))).toEqual(sorted(picture.nodes.map((node) => node.id)))
  expect(sorted(await listed(page, 'edge'))).toEqual(sorted(picture.edges.map((edge) => edge.id)))
  expect([...new Set(picture.edges.map((edge) => edge.kind))].sort()).toEqual([
    ...['branch', 'next', 'recalled', 'snapshot', 'summarises'],
  ])
  await expect(
    list(page)
      .getByRole('row', { name: /recalled message 1\b/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByTitle('4 messages (2 of them on other branches)')).toBeVisible()
  await expectAccessible(page)
})

test('an opened turn shows its context, summary, file and recalls as nodes of their own', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await openMap(page, `?conversation=${conversation}`)
  await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `My neighbour ${person}` })
    .first()
    .press('Enter')
  await expect.poll(() => levelOf(page)).toBe('4')
  const picture = await drawn(page)
  expect([...new Set(picture.nodes.map((node) => node.kind))]).toEqual(
    expect.arrayContaining(['turn', 'context', 'summary', 'fact', 'entity']),
  )
  const ids = (part: { id: string }[]) => sorted(part.map(({ id }) => id))
  await expect.poll(async () => sorted(await listed(page, 'node'))).toEqual(ids(picture.nodes))
  await expect.poll(async () => sorted(await listed(page, 'edge'))).toEqual(ids(picture.edges))
})

test('labels never overlap on the map, however one zooms', async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  for (const place of ['', `?conversation=${conversation}`]) {
    await openMap(page, `${place}`)
    await graph(page).focus()
    for (const key of ['0', '+', '+', '-', '-', '-']) {
      await page.keyboard.press(key)
      await expect.poll(async () => (await overlappingLabels(page)).count).toBeGreaterThan(0)
      expect((await overlappingLabels(page)).pairs).toEqual([])
    }
  }
})

test('on a phone the picture fills the page, and what is selected opens as a sheet', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const word = madeUpName()
  await chat.begin(`My kite is called ${word}.`)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  const [turn] = (await drawn(page)).nodes
  const place = await placeOf(page, turn?.id ?? '')
  await page.mouse.click(place.x, place.y)
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText(`My kite is called ${word}.`)
})

test('on a phone the keyboard leads down to a turn with nothing over the map, and then opens its details', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chat.begin(`My sledge is called ${madeUpName()}.`)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  const sheet = page.getByRole('dialog', { name: 'Details' })
  await graph(page).focus()
  for (let keys = 0; keys < 4 && (await levelOf(page)) !== '4'; keys += 1) {
    await enter(page)
    await canvasReady(page)
    await page.keyboard.press('ArrowDown')
    await expect(sheet).toBeHidden()
    await page.keyboard.press('ArrowUp')
    await expect(graph(page)).toBeFocused()
  }
  expect(await levelOf(page)).toBe('4')
  // The arrows may have led to a recalled turn, which is entered first.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(sheet).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('after a click the arrows and Enter go on from what was clicked', async ({ chat, page }) => {
  await chat.begin(`I once worked in ${madeUpName()}.`)
  await chat.askAndWait(`Now I work in ${madeUpName()}.`, 2)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  const [turn] = (await drawn(page)).nodes
  const { x, y } = await placeOf(page, turn?.id ?? '')
  await page.mouse.click(x, y)
  await expect(graph(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Message 2')
  await page.keyboard.press('Enter')
  await expect.poll(() => levelOf(page)).toBe('4')
})

test('a search keeps the view, and lists each turn once with the words that were found', async ({
  chat,
  page,
}) => {
  const word = madeUpName()
  await chat.begin(`Hello there! My canoe is called ${word}.`)
  await openMap(page)
  const box = page.getByRole('textbox', { name: 'Search memory' })
  await box.fill(word)
  const found = page.getByRole('region', { name: 'Found messages' })
  await expect(found.locator('mark').first()).toHaveText(word)
  await expect(found.getByRole('listitem').first()).toContainText(`My canoe is called ${word}`)
  await box.press('Enter')
  expect(await levelOf(page)).toBe('1')
  await expect(list(page).locator('[data-id^="turn:"]')).toHaveCount(0)
})

test('the arrows walk from turn to turn', async ({ chat, page }) => {
  await chat.begin(`I once lived in ${madeUpName()}.`)
  await chat.askAndWait(`Now I live in ${madeUpName()}.`, 2)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  const heading = details(page).getByRole('heading', { level: 2 })
  await graph(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(heading).toHaveText('Message 2') // navigation starts at the last turn
  await page.keyboard.press('ArrowUp')
  await expect(heading).toHaveText('Message 1')
  await page.keyboard.press('ArrowDown')
  await expect(heading).toHaveText('Message 2')
  await page.keyboard.press('Enter')
  await expect.poll(() => levelOf(page)).toBe('4')
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
})

test('whatever the wheel does, something is in view', async ({ chat, page }) => {
  const conversation = await remember(chat, madeUpName(), madeUpName())
  for (const place of ['', `?conversation=${conversation}`]) {
    await openMap(page, `${place}`)
    expect(await emptyFor(page, 40)).toEqual([])
  }
})

test('the strip of time keeps what was said then, by pointer and keyboard, and is in the address', async ({
  chat,
  page,
}) => {
  await chat.begin(`My raft is called ${madeUpName()}.`)
  const conversation = chat.conversationId()
  await openMap(page, `?conversation=${conversation}&from=2020-01-06&to=2020-01-12`)
  const faded = async () => (await drawn(page)).nodes.filter((node) => node.faded).length
  await expect.poll(faded).toBe((await drawn(page)).nodes.length)
  await expect(page.getByText('Jan 6, 2020 – Jan 12, 2020')).toBeVisible()
  await expect(page.getByText('Nothing here is from this time.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all time' }).click()
  await expect.poll(faded).toBe(0)
  await expect(page).not.toHaveURL(/from=/)
  await page.getByRole('slider', { name: 'First week shown' }).focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/from=.*to=/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/from=/)
  await expectAccessible(page)
})

test('on a phone the filters are in a sheet, and the list takes the place of the map', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chat.begin(`My sail is called ${madeUpName()}.`)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const turns = page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: /^Messages/ })
  await turns.click()
  await expect(turns).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect(list(page)).toBeVisible()
  await expect(list(page).locator('[data-id^="turn:"]')).toHaveCount(0)
  await expectAccessible(page)
})
