import { ChooseScreen } from '../features/organizers/choose-screen.tsx'
import { RegisterScreen } from '../features/organizers/register-screen.tsx'
import { showHue } from '../shell/theme.ts'
import { useMe } from './use-signed-in.ts'

export function ChooseRoute() {
  return <ChooseScreen me={useMe()} />
}

export function RegisterRoute() {
  return <RegisterScreen me={useMe()} onHue={showHue} />
}
