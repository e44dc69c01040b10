import { NotingEngine } from '@/e2e/support/noting-engine'
import { expectAccessible } from '../support/axe'
import { asksFor, isRound, playing, questionIn, quotedIn } from '../support/dialogue'
import { openLedger, sumOf } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { withArbitraryUsage } from '../support/odd-counts'
import { serveOpenAi } from '../support/openai-server'
import { type Api, type Counts, plus, zero } from '../support/openai-types'
import { connect, fillProvider, openModelForm, saveProvider, saveUnchecked } from '../support/provider'
import { SHARED_PORT } from '../support/servers'
import { Speech } from '../support/speech'
import { numberIn, readTable } from '../support/table'
import { expect, test } from '../support/test'
import { openDetails } from '../support/usage'

const APIS: [Api, string][] = [
  ['chat', 'Chat Completions'],
  ['responses', 'Responses'],
]

for (const [api, name] of APIS)
  test(`first use over HTTP with ${name}: recall, answer, and token counts that match the server's`, {
    tag: api === 'chat' ? '@everyday' : [],
  }, async ({ chat, page }) => {
    const engine = withArbitraryUsage(new NotingEngine({ delayMs: 0 }))
    const server = await serveOpenAi({ model: engine })
    const [person, town] = [madeUpName(), madeUpName()]
    await fillProvider(page, { url: server.url, api })
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText(/test-model answered in/)).toBeVisible()
    await saveProvider(page)
    const tested = server.requests.length

    await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
    await chat.askAndWait('How many files are in the workspace?', 2)
    await chat.askAndWait(`What did I tell you about ${person}?`, 3)
    await expect(chat.answer(3)).toContainText(`grows quinces in ${town}`)
    await chat.expandThinking(3)
    await expect(chat.chips(3)).toHaveText([/^Message 1 (strong|fair|weak|source)$/])

    const id = chat.conversationId()
    const ledger = openLedger(SHARED_PORT)
    const requests = () => server.requests.slice(tested)
    // Notes on each turn.
    const others = () => requests().filter(asksFor('form'))
    await expect.poll(() => others().length, { timeout: 20_000 }).toBe(3)
    await expect(async () => {
      await page.goto(`/usage?conversation=${id}`)
      await openDetails(page)
      const phases = await readTable(page.getByRole('table').filter({ hasText: 'By phase' }))
      const reported = requests().reduce((sum, { usage }) => plus(sum, usage ?? zero()), zero())
      expect(ledger.steps(id)).toHaveLength(requests().length)
      expect(sumOf(ledger.steps(id))).toEqual(reported)
      expect(countsIn(phases.at(-1))).toEqual(reported)
    }).toPass()
    expect(new Set(requests().map((request) => request.api))).toEqual(new Set([api]))

    await page.goto(`/c/${id}/turns/${ledger.turns(id)[2]?.id}`)
    const calls = await readTable(page.getByRole('table', { name: 'Ledger' }))
    const answering = requests().filter(
      ({ options }) => options && questionIn(options) === `What did I tell you about ${person}?`,
    )
    expect(calls.filter((row) => /^(Round|Answer)/.test(row.Call ?? '')).map(countsIn)).toEqual(
      answering.map((request) => request.usage),
    )
    ledger.close()
    await server.close()
  })

test('a pasted URL is cleaned, its models are read, and the chosen one is tried before it is saved', async ({
  page,
}) => {
  const server = await serveOpenAi({
    model: playing({ answer: () => ({ text: 'Fine.' }) }),
    models: ['vendor/large', 'vendor/small', 'text-embedding-x'],
    key: 'sk-of-the-tests',
    refuse: (body) => (body.tools ? { status: 400, message: 'vendor/small does not support tools' } : null),
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a model/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  const [address, key] = [dialog.getByRole('textbox', { name: 'Base URL' }), dialog.getByLabel('API key')]
  const model = dialog.getByRole('combobox', { name: 'Model', exact: true })
  await address.fill(` ${new URL(server.url).host}/v1/chat/completions `)
  await address.press('Tab')
  await expect(dialog.getByText('needs a key to list its models.')).toBeVisible()
  await key.fill('sk-of-the-tests')
  await key.press('Tab')
  await expect(address).toHaveValue(server.url)
  await expect(model).toHaveValue('')
  await expect(dialog.getByRole('option')).toHaveText(['vendor/large', 'vendor/small'])
  await expectAccessible(page)
  await model.fill('small')
  await model.press('ArrowDown')
  await model.press('Enter')
  await expect(model).toHaveValue('vendor/small')
  await expect(dialog.getByText('vendor/small answered in')).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'answered' })).toContainText('tool')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Model: vendor/small' })).toBeVisible()
  await server.close()
})

test('without a model nothing is saved for a service other than OpenAI', async ({ page }) => {
  const server = await serveOpenAi({
    model: playing({ answer: () => ({ text: 'Fine.' }) }),
    models: ['one', 'two'],
  })
  await page.goto('/settings')
  await openModelForm(page)
  const provider = page.getByRole('region', { name: 'Model', exact: true })
  await page.getByRole('textbox', { name: 'Base URL' }).fill(server.url)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(provider.getByRole('alert')).toContainText(
    `No model of ${new URL(server.url).host} is chosen.`,
  )
  await page.reload()
  await expect(provider).toContainText('Built-in (no language model)')
  await server.close()
})

test('what is wrong with a URL stands below the URL', async ({ page }) => {
  await page.goto('/settings')
  await openModelForm(page)
  const address = page.getByRole('textbox', { name: 'Base URL' })
  await address.fill('http://127.0.0.1:9/v1')
  await address.press('Tab')
  const problem = page.getByRole('region', { name: 'Model', exact: true }).getByRole('alert')
  await expect(problem).toBeVisible()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  const topOf = async (part: typeof address) => (await part.boundingBox())?.y ?? 0
  const order = [await topOf(address), await topOf(problem), await topOf(page.getByLabel('API key'))]
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  await expectAccessible(page)
})

test('a test that gets no answer does not keep anybody from saving', async ({ page }) => {
  const server = await serveOpenAi({ model: new NotingEngine({ delayMs: 0 }) })
  await fillProvider(page, { url: server.url, api: 'chat' })
  server.hold(({ body }) => Array.isArray(body.messages))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saveUnchecked(page)
  await expect(page.getByText('Saved without checking.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeEnabled()
  server.release()
  await server.close()
})

/** A row of the token table in the server's terms. */
const countsIn = (row: Record<string, string> | undefined): Counts => ({
  inputTokens: numberIn(row?.['Prompt, reported']),
  cachedTokens: numberIn(row?.Cached),
  outputTokens: numberIn(row?.Answer),
  reasoningTokens: numberIn(row?.['incl. reasoning']),
})

test('round 1 is streamed to the page before the server starts round 2', async ({ chat, page }) => {
  const [word, other] = [madeUpName(), madeUpName()]
  const round1 = new Speech().say(`First I look for ${word}`)
  const server = await serveOpenAi({
    model: playing({
      think: (_, round) =>
        round === 1
          ? {
              text: round1,
              calls: [
                { name: 'continue_thinking', args: { continueThinking: true, reason: 'More to see.' } },
              ],
            }
          : undefined,
      answer: () => ({ text: 'Done.' }),
    }),
  })
  await connect(page, server)
  server.hold(isRound(2))
  await chat.ask('Think twice about this, please.')
  await expect(chat.round(1, 1)).toContainText(`First I look for ${word}`)
  round1.say(` and then for ${other}.`).end()
  await server.seen(isRound(2))
  await chat.round(1, 1).getByRole('button').click()
  await expect(chat.round(1, 1)).toContainText(`First I look for ${word} and then for ${other}.`)
  await expect(chat.answer(1)).toBeHidden()
  server.release()
  await expect(chat.answer(1)).toHaveText('Done.')
  await server.close()
})

test('memories recalled in one round are part of the next prompt', async ({ chat, page }) => {
  const secret = madeUpName()
  const server = await serveOpenAi({
    model: playing({
      think: (question, round) =>
        question.startsWith('Which') && round === 1
          ? {
              text: 'That was said before.',
              calls: [
                { name: 'recall_context', args: { keywords: [secret] } },
                {
                  name: 'continue_thinking',
                  args: { continueThinking: true, reason: 'Recalled.', nextFocus: 'the tree' },
                },
              ],
            }
          : undefined,
      answer: (question) => ({ text: question.startsWith('Which') ? `It is ${secret} [turn 1].` : 'Noted.' }),
    }),
  })
  await connect(page, server)
  await chat.askAndWait(`The tree in the yard is called ${secret}.`, 1)
  // What is still in the window is not quoted a second time.
  for (let turn = 2; turn <= 10; turn += 1) await chat.askAndWait(`A note about ${madeUpName()}.`, turn)
  await chat.askAndWait('Which name did I choose?', 11)

  const recalled = server.requests.filter(
    (request) =>
      asksFor('think', 'Which name did I choose?')(request) ||
      asksFor('act', 'Which name did I choose?')(request),
  )
  expect(
    recalled.map((request) =>
      quotedIn(request.options, 'recalled').includes(`The tree in the yard is called ${secret}.`),
    ),
  ).toEqual([false, true, true])
  await expect(chat.answer(11).getByRole('link', { name: /^Source 1: Message 1/ })).toBeVisible()
  await server.close()
})

test('closing the dialog asks before it drops what was typed', async ({ chat, page }) => {
  await chat.open()
  const connecting = page.getByRole('button', { name: /^Connect a model/ })
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await connecting.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await connecting.click()
  await dialog.getByLabel('API key').fill('sk-typed')
  await page.keyboard.press('Escape')
  const question = dialog.getByRole('alert').filter({ hasText: 'Discard what you typed?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('API key')).toHaveValue('sk-typed')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await connecting.click()
  await expect(dialog.getByLabel('API key')).toHaveValue('')
})
