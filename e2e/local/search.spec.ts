import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe'
import { openFacts, row } from '../support/facts'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const field = (page: Page) => page.getByRole('textbox', { name: 'Search all memory' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
const count = (page: Page) =>
  page.getByRole('region', { name: 'Found in memory' }).getByText(/^[\d,]+ results?$/)

test('results appear while typing, filters narrow them, Enter opens one, and Back returns', {
  tag: '@everyday',
}, async ({ chat, page, faults }) => {
  const [person, town, other] = [madeUpName(), madeUpName(), madeUpName()]
  await chat.begin(`My neighbour ${person} lives in ${town}.`)
  await chat.askAndWait(`The cat of ${person} is called ${other}.`, 2)
  const conversationId = chat.conversationId()
  await chat.startAnother()
  await chat.askAndWait(`I met ${person} at the market.`, 1)

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/\/search$/)
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Recent conversations' })).toBeVisible()
  await expectAccessible(page)

  // Part of a name is enough, and matches are highlighted.
  await page.keyboard.type(person.slice(0, -2).toLowerCase())
  await expect(results(page).filter({ hasText: 'at the market' }).locator('mark').first()).toHaveText(person)
  await expect(results(page).filter({ hasText: 'is called' }).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${person.slice(0, -2).toLowerCase()}`))
  await expect(page.locator('[data-announcer]')).toHaveText(/^(?:First )?[\d,]+ results?$/)
  await page.keyboard.type(`${person.slice(-2)} cat`)
  await expect(results(page).first()).toContainText(`The cat of ${person}`)
  await results(page).first().getByRole('button', { name: 'Why this' }).click()
  await expect(results(page).first().getByText('“cat”')).toBeVisible()
  await expectAccessible(page)

  await field(page).fill(person)
  await expect(results(page).filter({ hasText: 'at the market' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Conversation', exact: true }).click()
  await page
    .getByRole('menuitemradio', { name: new RegExp(`${town}|neighbour`) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`in=${conversationId}`))
  await expect(results(page).filter({ hasText: 'at the market' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /Messages/ }).click()
  await page.getByRole('button', { name: 'Speaker', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /You/ }).click()
  await expect(results(page)).toHaveCount(2)

  await field(page).fill(`"cat of ${person}"`)
  await expect(count(page)).toHaveText('1 result')
  await field(page).press('ArrowDown')
  await expect(page.locator('[data-hit]').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/c/${conversationId}\\?at=`))
  await expect(chat.turn(2)).toContainText(`The cat of ${person}`)
  await expect(chat.turn(2)).toBeInViewport()

  await page.goBack()
  await expect(field(page)).toHaveValue(`"cat of ${person}"`)
  await expect(results(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Speaker: You$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await field(page).fill(`${other}zzz`)
  await expect(page.getByText(`Nothing in memory contains “${other}zzz”`)).toBeVisible()
  // Following a link right after the last letter must still store that letter in the URL for Back.
  await page.keyboard.type('y')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click()
  await expect(page).toHaveURL(/\/usage/)
  await page.goBack()
  await expect(field(page)).toHaveValue(`${other}zzzy`)
  await field(page).press('Escape')
  await expect(page.getByRole('region', { name: 'Recent searches' })).toContainText(`cat of ${person}`)
  expect(faults).toEqual([])
})

test('the command palette finds a sentence and opens its message or the full search', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.begin('Let us begin with something else.')
  await chat.askAndWait(`The harbour of ${town} belongs to ${person}.`, 2)
  const conversationId = chat.conversationId()
  await chat.startAnother()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`harbour ${town}`)
  const found = page
    .getByRole('option')
    .filter({ hasText: `The harbour of ${town}` })
    .first()
  await expect(found).toContainText(/Message 2 · /)
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await found.click()
  await expect(page).toHaveURL(new RegExp(`/c/${conversationId}\\?at=`))
  await expect(chat.turn(2)).toBeInViewport()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`harbour ${town}`)
  await page.getByRole('option', { name: `Search everything for “harbour ${town}”` }).click()
  await expect(field(page)).toHaveValue(`harbour ${town}`)
  await expect(results(page).first()).toContainText(`The harbour of ${town}`)
})

test('in the palette the first item is always selected, so that typing fast and Enter leads somewhere', async ({
  chat,
  page,
}) => {
  await chat.open()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('usag')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/usage/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(madeUpName())
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.insertText('word '.repeat(500))
  expect((await page.getByRole('combobox').inputValue()).length).toBe(400)
})

test('a search in a conversation covers the current path, one branch or all branches', async ({
  chat,
  page,
}) => {
  const person = madeUpName()
  await chat.begin(`${person} keeps bees.`)
  await chat.regenerate(1).click()
  await expect(chat.turn(1).getByText('2 / 2')).toBeVisible()
  await chat.settled(1)
  const path = `/search?q=${person}&kind=message&who=user&in=${chat.conversationId()}`
  await page.goto(path)
  await expect(count(page)).toHaveText('1 result')
  await page.getByRole('button', { name: 'Branch', exact: true }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Current branch' })).toBeChecked()
  await expect(page.getByRole('menuitemradio', { name: 'Current branch' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'All branches' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/branch=all/)
  await expect(count(page)).toHaveText('2 results')
  await page.getByRole('button', { name: 'Remove filter: Branch' }).click()
  await expect(count(page)).toHaveText('1 result')
  expect((await page.request.get(`/api/${path.slice(1)}&branch=nobody`)).status()).toBe(404)
})

test('opening a search URL sends no message and writes nothing', async ({ chat, page }) => {
  const person = madeUpName()
  await chat.begin(`${person} plays the cello.`)
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      writes.push(`${request.method()} ${request.headers()['next-action'] ?? request.url()}`)
  })
  await page.goto(`/search?q=${person}&kind=message&order=newest`)
  await expect(results(page).first()).toContainText(`${person} plays the cello.`)
  const response = await page.request.get(`/api/search?q=${person}`)
  expect(response.headers()['cache-control']).toBe('private, no-store, no-transform')
  await page.goto('/')
  await expect(chat.message).toHaveValue('')
  await page.goto(`/?q=${person}`)
  await expect(page.getByRole('region', { name: 'Message 1', exact: true })).toBeHidden()
})

test.describe('on a phone in dark mode', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  test('the search page fits, and every control is reachable', async ({ chat, page }) => {
    const person = madeUpName()
    await chat.begin(
      `${person} has a very long story to tell about the lighthouse, the storm, the boat and everything that came after it.`,
    )
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page
      .getByRole('dialog', { name: 'Navigation' })
      .getByRole('link', { name: 'Search', exact: true })
      .click()
    await field(page).fill(`${person} lighthouse`)
    await results(page).first().getByRole('button', { name: 'Why this' }).click()
    await expectFits(page)
    await page.getByRole('button', { name: 'Time', exact: true }).click()
    await page.getByRole('button', { name: 'Past 7 days' }).click()
    await expect(results(page).first()).toContainText('lighthouse')
    await expect(page.getByRole('button', { name: 'Time: Past 7 days' })).toBeVisible()
    await results(page)
      .first()
      .getByRole('link', { name: /^Message 1/ })
      .click()
    await expect(chat.turn(1)).toContainText('lighthouse')
  })
})

test('an opened match is in view and highlighted until Escape, even in a very long message', async ({
  chat,
  page,
}) => {
  const [rare, other] = [madeUpName(), madeUpName()]
  const filler = Array.from({ length: 120 }, (_, i) => `Line ${i} of a long list.`).join('\n')
  await chat.begin(`${filler}\nDeep down the **${rare}** stands.\n${filler}`)
  await chat.askAndWait(`A short word on ${other}.`, 2)
  const marks = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('found-words') ?? [])].map((range) => (range as Range).toString()),
    )
  const inView = () =>
    page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('found-words') ?? [])] as Range[]
      const [place, view] = [
        range?.getBoundingClientRect(),
        document.querySelector('[aria-label=Conversation]')?.getBoundingClientRect(),
      ]
      return Boolean(place && view && place.top > view.top && place.bottom < view.bottom)
    })

  await page.goto(`/search?q=${rare.toLowerCase()}&kind=message&who=user`)
  await results(page).first().click()
  await expect(page).toHaveURL(/\/c\/[\w-]+\?at=[\w-]+&find=/)
  await expect.poll(marks).toEqual([rare])
  await expect.poll(inView).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(marks).toEqual([])

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(other)
  await page
    .getByRole('option', { name: new RegExp(`A short word on ${other}`) })
    .first()
    .click()
  await expect.poll(marks).toContain(other)
  await chat.askAndWait('Thank you.', 3)
  await expect.poll(marks).toEqual([])
})

test('a message and the answer and summary that repeat it share one row with a link for each', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.begin(`My canary is called ${name}.`)
  await expect
    .poll(async () =>
      ((await (await page.request.get(`/api/search?q=${name}`)).json()) as { hits: { kind: string }[] }).hits
        .map((hit) => hit.kind)
        .sort(),
    )
    .toEqual(['fact', 'message', 'message', 'summary'])
  await page.goto(`/search?q=${name}`)
  await expect(count(page)).toHaveText('2 results')
  await expect(results(page)).toHaveCount(2)
  await expect(results(page).last()).toContainText(`Fact · `)
  await expect(results(page).getByRole('link', { name: 'Also in the summary of message 1' })).toBeVisible()
  await expectAccessible(page)
  await field(page).press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const answer = results(page).getByRole('link', { name: /^Also in the answer: Noted/ })
  await expect(answer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/&part=assistant/)
  await page.goto(`/search?q=${name}&kind=summary`)
  await expect(results(page)).toHaveCount(1)
  await expect(results(page)).toContainText('Summary of message 1')
})

test('deleted conversations leave the results and restored ones return, without typing', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.begin(`My tortoise is called ${name}.`)
  const id = chat.conversationId()
  await page.goto(`/search?q=${name}`)
  // The message with its answer and summary, and the fact that it states.
  await expect(results(page)).toHaveCount(2)
  await chat.conversations
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/c/${id}"]`) })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(`Nothing in memory contains “${name}”`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(results(page)).toHaveCount(2)
})

const turnsOf = (text: (number: number) => string) =>
  Array.from({ length: 70 }, (_, i): Parameters<typeof chatGptConversation>[2] => [
    ['user', text(i + 1)],
    ['assistant', 'Noted.'],
  ]).flat()

test('Back from a result restores the scroll position and the loaded pages, also after a reload', async ({
  chat,
  page,
}) => {
  const word = madeUpName()
  const transfer = new Transfer(page)
  await transfer.open()
  const messages = turnsOf((number) => `The ${word} of day ${number} was seen from the tower.`)
  await transfer.choose(
    'long.json',
    JSON.stringify([chatGptConversation(madeUpName(), madeUpName(), messages)]),
  )
  await expect(transfer.item('long.json')).toContainText('Added 1 conversation')
  await page.goto(`/search?q=${word}&kind=message&who=user`)
  const list = page.getByRole('region', { name: 'Found in memory' })
  const deep = () => results(page).nth(40)
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(deep()).toBeVisible({ timeout: 500 })
  }).toPass()
  await deep().scrollIntoViewIfNeeded()
  const place = async () => Math.round((await deep().boundingBox())?.y ?? -1)
  const [words, before] = [await deep().textContent(), await place()]
  for (const reload of [false, true]) {
    await deep().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/c\//)
    await expect(chat.message).toBeVisible()
    await page.goBack()
    if (reload) await page.reload()
    await expect.poll(place).toBe(before)
    expect(await deep().textContent()).toBe(words)
  }
  await field(page).fill(`${word} tower`)
  await expect(results(page).first()).toBeInViewport()
})

test('when opened in the middle of a long conversation, the panel shows the turn in view', async ({
  page,
}) => {
  const [word, title] = [madeUpName(), madeUpName()]
  const transfer = new Transfer(page)
  await transfer.open()
  const messages = turnsOf((number) => (number === 21 ? `Here stands ${word}.` : `Line ${number}.`))
  await transfer.choose('long.json', JSON.stringify([chatGptConversation(madeUpName(), title, messages)]))
  await expect(transfer.item('long.json')).toContainText('Added 1 conversation')
  await page.goto(`/search?q=${word}&kind=message&who=user`)
  await results(page).first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Message 21', exact: true })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Message 70', exact: true })).toBeHidden()
  const panel = page.getByRole('complementary', { name: 'About this message' })
  await expect(panel.getByRole('heading', { name: /^Message 2\d of 70/ })).toBeVisible()
  await expectAccessible(page)
})

test('facts are found with their dates, lead to their turn, and are a kind to filter by', async ({
  chat,
  page,
}) => {
  const [miso, mochi, city] = [madeUpName(), madeUpName(), madeUpName()]
  await chat.begin(`My parrot is called ${miso}.`)
  await chat.askAndWait(`My parrot is called ${mochi} now.`, 2)
  const conversation = chat.conversationId()
  await page.goto(`/search?q=parrot&kind=fact&in=${conversation}`)
  await expect(count(page)).toHaveText('2 results')
  const hit = (name: string) => results(page).filter({ hasText: `parrot: name ${name}` })
  await expect(hit(mochi)).toContainText(/^Fact · since .*\d{4} · Message 2/)
  await expect(hit(miso)).toContainText(/^Fact, replaced · .* to .*\d{4} · Message 1/)
  await expect(hit(miso).locator('mark').first()).toHaveText('parrot')
  await expect(page.getByRole('button', { name: 'Type: Facts' })).toBeVisible()
  await expectAccessible(page)
  await hit(miso).getByRole('link', { name: 'Show in the map' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('heading', { name: `Parrot: name ${miso}` })).toBeVisible()
  await page.goBack()
  await hit(miso)
    .getByRole('link', { name: /^Fact, replaced/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}\\?at=`))
  await expect(chat.turn(1)).toContainText(miso)

  await openFacts(page)
  await page.getByRole('button', { name: 'Add a fact', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a fact' })
  await form.getByRole('textbox', { name: 'What' }).fill('allotment in')
  await form.getByRole('textbox', { name: 'Value' }).fill(city)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(page, city)).toBeVisible()
  await page.goto(`/search?q=${city}`)
  await results(page)
    .getByRole('link', { name: /^Fact · since .* · added by you$/ })
    .click()
  await expect(page).toHaveURL(/\/facts\?q=user$/)
  await expect(row(page, city)).toBeVisible()
})
