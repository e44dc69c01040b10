'use client'
import * as settings from '@/app/actions/settings'
import { safe } from '../ui/call-action'

/** The model picker's only access to the server. */
export const listModels = safe(settings.listModels)
export const findLocalServices = safe(settings.findLocalServices)
