/**
 * The icons Foyer uses, and no others: named re-exports keep every unused one out of the bundle.
 * Decorative by rule: pass `aria-hidden="true"` (lucide sets it where no label is given) and let
 * words say the meaning.
 */
export {
  ArrowLeft,
  ArrowRight,
  CalendarDays,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Clock,
  CreditCard,
  Download,
  Info,
  Lock,
  Mail,
  MapPin,
  Menu,
  Minus,
  Moon,
  Pause,
  Play,
  Plus,
  Printer,
  QrCode,
  RotateCw,
  Search,
  Sun,
  Ticket,
  TriangleAlert,
  WalletCards,
  X,
} from 'lucide-react'
