export const OPENAI_BASE_URL = 'https://api.openai.com/v1'
/** The model of OpenAI if neither the settings nor the environment name one. Other services have no default. */
export const DEFAULT_MODEL = 'gpt-5.4-mini'

/** A service's model in the ledger and on screen while none is chosen. */
export const NO_MODEL = 'no model'

export const isOpenAI = (baseUrl: string | null) => {
  if (baseUrl === null) return true
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return host === 'api.openai.com' || host.endsWith('.api.openai.com')
}

/** The normalised address of a service, for comparison; null = OpenAI's own. */
export function serviceAddress(baseUrl: string | null): string {
  const given = baseUrl ?? OPENAI_BASE_URL
  return (URL.canParse(given) ? new URL(given).href : given).replace(/\/+$/, '')
}
