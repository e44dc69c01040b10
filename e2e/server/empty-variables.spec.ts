import { type App, startApp } from '../support/app-server'
import { expect, test } from '../support/test'

/** Docker Compose passes variables without a value like this; libraries read the last few directly. */
const EMPTY = [
  'OPENAI_API_KEY',
  'OPENAI_API',
  'MNEME_FAST_MODEL',
  'MNEME_REFLECTIVE_BASE_URL',
  'MNEME_OFFLINE',
  'MNEME_SECRET',
  'MNEME_ACCESS_TOKEN',
  'MNEME_ALLOWED_HOSTS',
  'REFLECTIVE_MAX_STEPS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OPENAI_BASE_URL',
  'OPENAI_ORGANIZATION',
  'PGHOST',
  'PGSSLMODE',
  'HTTP_PROXY',
  'NODE_EXTRA_CA_CERTS',
]

let app: App
test.beforeAll(async () => {
  app = await startApp({
    env: Object.fromEntries(EMPTY.map((name, i) => [name, i % 2 ? ' ' : ''])),
  })
})
test.afterAll(async () => {
  await app?.kill('SIGTERM')
})

test('empty variables count as unset: pages open and a turn is answered', async ({ chat }) => {
  await chat.open(app.url)
  await chat.askAndWait('Please remember the blue door.', 1)
  expect(app.output()).not.toMatch(/baseURL|environment variable/i)
})
