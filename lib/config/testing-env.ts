import { parseEnv, setEnv } from './env'

/** The environment of a test, without the machine's own variables. */
export function testingEnv(values: Record<string, string> = {}) {
  const parsed = parseEnv({ NODE_ENV: 'test', MNEME_SECRET: 'a secret for the tests only', ...values })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  setEnv(parsed.env)
}
