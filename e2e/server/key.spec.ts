import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type App, startApp } from '../support/app-server'
import { startChaos } from '../support/chaos-server'
import { fillProvider, saveUnchecked } from '../support/provider'
import { expect, test } from '../support/test'

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  )

/** The needles that occur in the bytes, each with the name of the place. */
const finds = (needles: string[], place: string, bytes: Buffer) =>
  needles.filter((needle) => bytes.includes(needle)).map((needle) => `${place}: ${needle}`)

let app: App
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(async () => {
  await app.kill('SIGKILL')
})

test('a key echoed by the provider never appears in clear text: page, responses, output or files', async ({
  chat,
  page,
  context,
}) => {
  const key = `sk-echo-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const needles = [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)]
  const found: string[] = []
  const bodies: Promise<unknown>[] = []
  context.on('response', (response) => {
    bodies.push(
      response.body().then(
        (bytes) => found.push(...finds(needles, response.url(), bytes)),
        () => {},
      ),
    )
  })
  const server = await startChaos('unauthorised')

  await page.goto(app.url)
  await fillProvider(page, { url: server.url, key, origin: app.url })
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const refused = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(refused).toContainText('The provider rejected the API key (401). Check the key.')
  await expect(refused).toContainText('Incorrect API key provided: [key].')
  await expect(page.getByLabel('API key')).toHaveValue(key)
  await saveUnchecked(page)
  await expect(page.getByText('Saved without checking.')).toBeVisible()
  await expect(page.getByLabel('API key')).toHaveValue('')
  await chat.open(app.url)
  await chat.ask('Hello?')
  await expect(chat.turn(1).getByRole('alert')).toContainText(
    'The provider rejected the API key (401). Check the key in Settings.',
  )
  expect(server.requests.map((request) => request.headers.authorization)).toContain(`Bearer ${key}`)
  await page.reload()
  await expect(chat.turn(1).getByRole('alert')).toContainText(
    'The provider rejected the API key (401). Check the key in Settings.',
  )
  found.push(...finds(needles, 'page', Buffer.from(await page.content())))
  await page.goto(`${app.url}/settings`)
  await expect(page.getByPlaceholder(`A key ending in ${key.slice(-4)} is stored`)).toBeVisible()
  found.push(...finds(needles, 'settings page', Buffer.from(await page.content())))

  await Promise.all(bodies)
  found.push(...finds(needles, 'output', Buffer.from(app.output())))
  const files = filesUnder(app.folder)
  expect(files.some((file) => file.includes('mneme.db'))).toBe(true)
  for (const file of files) found.push(...finds(needles, file, readFileSync(file)))
  expect(found).toEqual([])
  // Negative control: the same search finds text that is stored.
  expect(files.flatMap((file) => finds(['Hello?'], file, readFileSync(file)))).not.toEqual([])
  await server.close()
})
