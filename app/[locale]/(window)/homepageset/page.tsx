import { HomeSettingScreen } from "@/features/home/components/home-setting-screen";
import { definePage } from "@/lib/page/define-page";

const page = definePage({
  path: "/homepageset",
  messages: ["error", "home"],
  render: async ({ principal }) => <HomeSettingScreen style={principal.user.homeStyle} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
