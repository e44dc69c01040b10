import type { ProviderDto } from '@/lib/shared/dto'
import { present } from '@/lib/shared/pick'
import type { ProviderSetting } from '@/lib/shared/schemas'
import type { ProviderInput } from '../actions'

const MODELS = ['fastModel', 'reflectiveModel', 'utilityModel', 'embeddingModel'] as const
export type ModelKey = (typeof MODELS)[number]
/** The values of the provider form; '' = empty, so that the environment applies. */
export type ProviderValues = Record<'baseUrl' | 'apiKey' | ModelKey, string> & {
  api: 'auto' | 'responses' | 'chat'
  offline: boolean
}

/** The saved values, without any from the environment. */
export const savedValues = (own: ProviderSetting | null): ProviderValues => ({
  baseUrl: own?.baseUrl ?? '',
  apiKey: '',
  api: own?.api ?? 'auto',
  fastModel: own?.fastModel ?? '',
  reflectiveModel: own?.reflectiveModel ?? '',
  utilityModel: own?.utilityModel ?? '',
  embeddingModel: own?.embeddingModel ?? '',
  offline: own?.offline ?? false,
})

const typed = (text: string) => text.trim() || undefined
const apiOf = ({ api }: ProviderValues) => (api === 'auto' ? undefined : api)

/** What is saved: only the filled fields. `unchecked` = the models were not checked. */
export function inputOf(values: ProviderValues, { unchecked = false } = {}): ProviderInput {
  const models = Object.fromEntries(MODELS.map((key) => [key, typed(values[key])]))
  return {
    baseUrl: typed(values.baseUrl) ?? null,
    offline: values.offline,
    ...present({ api: apiOf(values), apiKey: typed(values.apiKey), ...models }),
    ...(unchecked ? { unchecked } : {}),
  }
}

const OPENAI = 'https://api.openai.com/v1'
const address = (text: string | null) => (text?.trim() || OPENAI).replace(/\/+$/, '')

export const addressOf = ({ baseUrl, apiKey }: ProviderValues) => ({
  address: typed(baseUrl) ?? null,
  ...present({ apiKey: typed(apiKey) }),
})

/** Whether the values name the stored service, and with `models` also its models, as they are stored. */
export const isSameService = (values: ProviderValues, stored: ProviderValues, what?: 'models') =>
  values.apiKey.trim() === '' &&
  (['baseUrl', ...(what ? ([...MODELS, 'api', 'offline'] as const) : [])] as const).every(
    (key) => values[key] === stored[key],
  )

/** The service being checked, for display. */
export function hostAsked(provider: ProviderDto, { baseUrl }: ProviderValues): string {
  const service = address(baseUrl || provider.environment.baseUrl)
  return /^https?:\/\/[^/]/i.test(service) && URL.canParse(service) ? new URL(service).host : service
}

/** The placeholder of empty fields: the value that applies. */
export function placeholders(provider: ProviderDto, values: ProviderValues) {
  const { environment, keyLast4, keyFrom } = provider
  const service = address(values.baseUrl || environment.baseUrl)
  const isEnvs = service === address(environment.baseUrl)
  const named = isEnvs ? environment.models : { fast: null, reflective: null, utility: null, embedding: null }
  const last = service === OPENAI ? environment.defaultModel : 'Choose one, or type its name'
  const stored =
    keyFrom === 'settings'
      ? `A key ending in ${keyLast4} is stored`
      : `A key ending in ${keyLast4} comes from the environment`
  const elsewhere =
    keyFrom === 'settings' ? 'The stored key is for another URL' : 'Not needed by most local services'
  return {
    baseUrl: environment.baseUrl ?? OPENAI,
    apiKey: !keyLast4
      ? 'Not needed by most local services'
      : service === address(provider.baseUrl)
        ? stored
        : elsewhere,
    reflectiveModel: named.reflective ?? (values.fastModel.trim() || named.fast || last),
    fastModel: named.fast ?? 'same as above',
    utilityModel: named.utility ?? 'same as above',
    embeddingModel: named.embedding ?? 'none: keyword recall only',
  }
}
