export const OPENAI_BASE_URL = 'https://api.openai.com/v1'
/** What the offline model is called wherever a model id is shown or stored. */
export const OFFLINE_MODEL = 'Built-in (no language model)'
/** Used where neither the settings nor the environment name a model. */
export const DEFAULT_MODEL = 'gpt-5.4-mini'

export const isOpenAI = (baseUrl: string | null) => {
  if (baseUrl === null) return true
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return host === 'api.openai.com' || host.endsWith('.api.openai.com')
}

/** One spelling of a service's address, to tell whether two are the same; null = OpenAI's own. */
export function addressOf(baseUrl: string | null): string {
  const given = baseUrl ?? OPENAI_BASE_URL
  return (URL.canParse(given) ? new URL(given).href : given).replace(/\/+$/, '')
}
