import { PREPARED_MODEL } from './transfer/transfer'

/** The built-in engine's name wherever a model id is shown or stored. */
export const OFFLINE_MODEL = 'Built-in (no language model)'
/** Names that cost nothing here. A service that takes them for a model of its own has no known price. */
export const OUR_MODELS = [OFFLINE_MODEL, PREPARED_MODEL]
