import { expectAccessible } from '../support/axe'
import {
  canvasReady,
  details,
  drawn,
  LIST_ROWS,
  levelOf,
  list,
  listed,
  openLegend,
  openMap,
  placeOf,
} from '../support/graph'
import { madeUpName } from '../support/names'
import { remember } from '../support/remembered'
import { expect, test } from '../support/test'

const sorted = (ids: string[]) => [...ids].sort()
const brightIds = (elements: { id: string; faded: boolean }[]) =>
  sorted(elements.filter((one) => !one.faded).map((one) => one.id))

test('around a turn, the list and the link details name the conversation that it recalled', async ({
  chat,
  page,
}) => {
  const [boat, word] = [madeUpName(), madeUpName()]
  await chat.begin(`The boat ${boat} has a keel of ${word}.`)
  await chat.startAnother()
  await chat.askAndWait(`What is the keel of ${boat} made of?`, 1)
  await expect(chat.answer(1)).toContainText(word)
  await openMap(page, `?conversation=${chat.conversationId()}`)
  await list(page).locator('[data-element=node][data-id^="turn:"]').first().press('Enter')
  await expect.poll(() => levelOf(page)).toBe('4')
  await canvasReady(page)
  const link = list(page).getByRole('row', { name: new RegExp(`recalled message 1 of .*${boat}`) })
  await link.click()
  await expect(details(page)).toContainText(new RegExp(`To · .*${boat}`))
  await details(page).getByRole('button', { name: /^From/ }).click()
  const recalled = details(page).getByRole('button', { name: new RegExp(`Message 1 of .*${boat}`) })
  await expect(recalled).toBeVisible()
  await expectAccessible(page, [LIST_ROWS])

  const told = details(page).getByText(`Noted: “The boat ${boat} has a keel of ${word}.”`, { exact: true })
  await expect(told).toBeHidden()
  await recalled.click()
  await expect(told).toBeVisible()
  await page.goBack()
  await expect(told).toBeHidden()
})

test('a search lists what it finds, fades the rest and leads to the turn; the legend removes a kind', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await openMap(page, `?conversation=${conversation}`)
  const before = await drawn(page)
  await page.getByRole('textbox', { name: 'Search memory' }).fill(`grows quinces in ${town}`)
  const found = page.getByRole('region', { name: 'Found messages' })
  await expect(found.getByRole('button', { name: new RegExp(`^My neighbour ${person}`) })).toBeVisible()
  await expect
    .poll(async () => (await drawn(page)).nodes.filter((node) => node.faded).length)
    .toBeGreaterThan(0)
  await expect(page).toHaveURL(/q=grows/)
  await expect(async () => {
    const now = await drawn(page)
    expect(now.nodes).toHaveLength(before.nodes.length)
    // Turns with their parts are in the list of what was found.
    const others = brightIds(now.nodes).filter((id) => !/^(turn|context|summary):/.test(id))
    expect(sorted(await listed(page, 'node'))).toEqual(others)
  }).toPass()
  await expectAccessible(page)
  await found.getByRole('button', { name: new RegExp(`^My neighbour ${person}`) }).click()
  await expect(details(page).getByText(`My neighbour ${person}`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(async () => (await drawn(page)).nodes.filter((node) => node.faded).length).toBe(0)

  const recalls = (await openLegend(page)).getByRole('button', { name: /^recalled/ })
  await recalls.click()
  await expect(recalls).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await drawn(page)).edges.filter((edge) => edge.gone).map((edge) => edge.kind))
    .toEqual(before.edges.filter((edge) => edge.kind === 'recalled').map((edge) => edge.kind))

  // It resembles no name that the tests make up: the search forgives typing errors.
  await page.getByRole('textbox', { name: 'Search memory' }).fill('qqzzxx')
  await expect(page).toHaveURL(/q=qqzzxx/)
  await page.reload()
  await canvasReady(page)
  await expect(recalls).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: /^Search all (topics|conversations)$/ }).click()
  await expect(page).not.toHaveURL(/conversation=/)
  await expect(page).toHaveURL(/hide=recalled/)
})

test('a node selected on the canvas opens in Details, stays in the URL and links to the chat', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await openMap(page, `?conversation=${conversation}`)
  await expect(details(page)).toContainText('Select anything')
  const first = await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `My neighbour ${person}` })
    .first()
    .getAttribute('data-id')
  const place = await placeOf(page, first ?? '')
  await page.mouse.click(place.x, place.y)
  await expect(details(page).getByRole('heading', { name: 'Message 1' })).toBeVisible()
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)
  await expect(page).toHaveURL(/node=turn/)
  await expectAccessible(page)
  await page.reload()
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)

  await details(page).getByRole('link', { name: 'Open in chat' }).click()
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}`))
  await expect(chat.turn(1)).toContainText(person)
})

test('what is near a node is shown, whatever is searched', async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await openMap(page, `?conversation=${conversation}`)
  await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `My neighbour ${person}` })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Search memory' }).fill('What did I tell')
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Show what is near' }).click()
  await expect.poll(() => levelOf(page)).toBe('4')
  const kinds = (await drawn(page)).nodes.map((node) => node.kind)
  expect([...new Set(kinds)]).toEqual(expect.arrayContaining(['turn', 'context', 'summary', 'fact']))
})

test('pointing at a node dims the rest and opens a card to read, with what can be done', async ({
  chat,
  page,
}) => {
  const word = madeUpName()
  await chat.begin(`My barge is called ${word}.`)
  const conversation = chat.conversationId()
  await openMap(page, `?conversation=${conversation}`)
  const turn = (await drawn(page)).nodes.find(({ kind }) => kind === 'turn')
  const { x, y } = await placeOf(page, turn?.id ?? '')
  const card = page.getByRole('region', { name: 'About what is pointed at' })
  const point = async () => {
    await page.mouse.move(x, y + 240)
    await page.mouse.move(x, y)
    await expect(card).toContainText(`My barge is called ${word}.`, { timeout: 3_000 })
  }
  await expect(point).toPass()
  await expectAccessible(page)
  await page.mouse.move(x, y + 240)
  await expect(card).toBeHidden()
  // What is learned of the turn may be drawn meanwhile.
  await expect(async () => {
    await point()
    await card.getByRole('button', { name: 'Open in chat' }).click({ timeout: 3_000 })
  }).toPass()
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}`))
})

test('a recall chip links to the graph, which shows which turn recalled which', async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
  await chat.askAndWait('Hello', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.expandThinking(3)
  await chat
    .chips(3)
    .first()
    .click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(/\/memory\?conversation=.*node=/)
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)
  await list(page)
    .getByRole('row', { name: /recalled message 1\b/ })
    .click()
  await expect(details(page).getByRole('heading', { name: 'Link: recalled' })).toBeVisible()
  await expect(details(page)).toContainText(`What did I tell you about ${person}?`)
})

test('a link to a fact opens the turn that states it, with what it replaced and a way to the Facts page', async ({
  chat,
  page,
}) => {
  const [miso, mochi, town] = [madeUpName(), madeUpName(), madeUpName()]
  await chat.begin(`My parrot is called ${miso}. I live in ${town}.`)
  await chat.askAndWait(`My parrot is called ${mochi} now.`, 2)
  const conversation = chat.conversationId()
  await openMap(page, `?conversation=${conversation}`)
  await list(page).locator('[data-element=node][data-id^="turn:"]').first().press('Enter')
  await expect.poll(() => levelOf(page)).toBe('4')
  await canvasReady(page)
  await expect(list(page).getByRole('row', { name: `states You: lives in ${town}` })).toBeVisible()
  const picture = await drawn(page)
  expect(sorted(await listed(page, 'node'))).toEqual(sorted(picture.nodes.map((node) => node.id)))
  expect(sorted(await listed(page, 'edge'))).toEqual(sorted(picture.edges.map((edge) => edge.id)))
  const legend = await openLegend(page)
  await expect(legend.getByRole('button', { name: 'Facts 2' })).toBeVisible()
  await expect(legend.getByRole('button', { name: 'Names 2' })).toBeVisible()

  const fact = await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `parrot: name ${miso}` })
    .getAttribute('data-id')
  await openMap(page, `?conversation=${conversation}&node=${fact}`)
  expect(await levelOf(page)).toBe('4')
  await expect(page).toHaveURL(/turn=/)
  await expect(details(page).getByRole('heading', { name: `Parrot: name ${miso}` })).toBeVisible()
  await expect(details(page)).toContainText(/\d{4} to .*\d{4}, then replaced/)
  await expect(details(page)).toContainText(`My parrot is called ${miso}.`)
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Forget message…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await details(page)
    .getByRole('button', { name: `parrot: name ${mochi}` })
    .click()
  await expect(details(page)).toContainText(/Since .*\d{4}/)
  await details(page).getByRole('link', { name: 'Correct' }).click()
  await expect(page).toHaveURL(/\/facts\?q=parrot$/)
  await expect(page.getByRole('region', { name: 'Parrot', exact: true })).toContainText(mochi)
})
