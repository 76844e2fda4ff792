import { inSuites } from '../../rooms/rooms.ts'

inSuites(['tests/helpers/stray/stray.ts'])
