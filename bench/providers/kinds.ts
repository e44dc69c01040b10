import type { Kind } from './kind'
import { toolArguments } from './kinds/arguments'
import { brokenOff } from './kinds/broken-off'
import { comesBack } from './kinds/comes-back'
import { contextLength } from './kinds/context-length'
import { contextOthers } from './kinds/context-others'
import { errorBodies } from './kinds/error-bodies'
import { limitsMet } from './kinds/limits'
import { oddEvents } from './kinds/odd-events'
import { oddFraming } from './kinds/odd-framing'
import { oddResponses } from './kinds/odd-responses'
import { ownAnswers } from './kinds/own-answers'
import { ownErrors } from './kinds/own-errors'
import { ownEvents } from './kinds/own-events'
import { ownNotes } from './kinds/own-notes'
import { ownReplies } from './kinds/own-replies'
import { ownReports } from './kinds/own-reports'
import { passing } from './kinds/passing'
import { refusedFormats } from './kinds/refused-formats'
import { refusedMessages } from './kinds/refused-messages'
import { refusedParameters } from './kinds/refused-parameters'
import { refusedTools } from './kinds/refused-tools'
import { slowServices } from './kinds/slow'
import { textCalls } from './kinds/text-calls'
import { thoughts } from './kinds/thoughts'
import { wellBehaved } from './kinds/wellbehaved'

/** Every kind. */
export const kinds: Kind[] = [
  ...wellBehaved,
  ...brokenOff,
  ...comesBack,
  ...oddEvents,
  ...oddFraming,
  ...oddResponses,
  ...thoughts,
  ...textCalls,
  ...toolArguments,
  ...contextLength,
  ...contextOthers,
  ...refusedParameters,
  ...refusedFormats,
  ...refusedTools,
  ...refusedMessages,
  ...errorBodies,
  ...slowServices,
  ...limitsMet,
  ...ownEvents,
  ...ownReplies,
  ...ownReports,
  ...ownAnswers,
  ...ownNotes,
  ...ownErrors,
  ...passing,
]
