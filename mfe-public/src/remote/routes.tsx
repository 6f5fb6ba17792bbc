import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const LandingPage = lazyPage(() =>
  import('#src/features/landing/landing-page.tsx').then((m) => m.LandingPage),
);
const ServicesPage = lazyPage(() =>
  import('#src/features/services/services-page.tsx').then((m) => m.ServicesPage),
);
const PrivacyPage = lazyPage(() =>
  import('#src/features/privacy/privacy-page.tsx').then((m) => m.PrivacyPage),
);
const OrderStatusPage = lazyPage(() =>
  import('#src/features/order-status/order-status-page.tsx').then((m) => m.OrderStatusPage),
);
const QuoteDecisionPage = lazyPage(() =>
  import('#src/features/quote-decision/quote-decision-page.tsx').then((m) => m.QuoteDecisionPage),
);
const ThanksApprovedPage = lazyPage(() =>
  import('#src/features/thanks/thanks-page.tsx').then((m) => m.ThanksApprovedPage),
);
const ThanksRejectedPage = lazyPage(() =>
  import('#src/features/thanks/thanks-page.tsx').then((m) => m.ThanksRejectedPage),
);

const BookingPage = lazyPage(() =>
  import('#src/features/booking/booking-page.tsx').then((m) => m.BookingPage),
);
const BookedPage = lazyPage(() => import('#src/features/booking/booked-page.tsx').then((m) => m.BookedPage));
const RefusalPage = lazyPage(() =>
  import('#src/features/refusal/refusal-page.tsx').then((m) => m.RefusalPage),
);
const ReceiptPage = lazyPage(() =>
  import('#src/features/receipt/receipt-page.tsx').then((m) => m.ReceiptPage),
);
const SentPhotosPage = lazyPage(() =>
  import('#src/features/sent-photos/sent-photos-page.tsx').then((m) => m.SentPhotosPage),
);
const SigningPage = lazyPage(() =>
  import('#src/features/signing/signing-page.tsx').then((m) => m.SigningPage),
);
const VerificationPage = lazyPage(() =>
  import('#src/features/verification/verification-page.tsx').then((m) => m.VerificationPage),
);

export const remote = defineRemote({
  name: 'mfe-public',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.home.path, element: <LandingPage /> },
    { path: paths.services.path, element: <ServicesPage /> },
    { path: paths.privacy.path, element: <PrivacyPage /> },
    { path: paths.publicOrder.path, element: <OrderStatusPage /> },
    { path: paths.quoteDecision.path, element: <QuoteDecisionPage /> },
    { path: paths.quoteDecisionWithoutId.path, element: <QuoteDecisionPage /> },
    { path: paths.thanksApproved.path, element: <ThanksApprovedPage /> },
    { path: paths.thanksRejected.path, element: <ThanksRejectedPage /> },
    { path: paths.booking.path, element: <BookingPage /> },
    { path: paths.booked.path, element: <BookedPage /> },
    { path: paths.receipt.path, element: <ReceiptPage /> },
    { path: paths.sentPhotos.path, element: <SentPhotosPage /> },
    { path: paths.signing.path, element: <SigningPage /> },
    { path: paths.verification.path, element: <VerificationPage /> },
    { path: paths.refusal.path, element: <RefusalPage /> },
  ],
});
