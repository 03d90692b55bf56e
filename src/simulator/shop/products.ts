import type { PictureKind } from './pictures.ts'

type EnglishArabic = readonly [en: string, ar: string]

/** One product of the shop. It is sold in each variety, of each brand, in each size. */
export interface Product {
  /** The shelf; references start with it. */
  readonly shelf: string
  /** The prefix of SKUs. */
  readonly code: string
  /** In lower case, because it follows the brand. */
  readonly name: EnglishArabic
  readonly about: EnglishArabic
  /** English names. */
  readonly categories: readonly string[]
  readonly picture: readonly [kind: PictureKind, tint: number]
  /** English names; '' is the shop's own, without a brand. */
  readonly brands: readonly string[]
  /** In English, each with its price in IQD. */
  readonly sizes: readonly (readonly [size: string, price: number])[]
  /** In English, with the Arabic after the name: 'mango = مانغو' of 'juice' is mango juice. */
  readonly varieties: readonly EnglishArabic[]
  /** Keys of attribute values, besides those of the variety and the size. */
  readonly traits: readonly string[]
}

// Each row is a product: code | name en | name ar | about en | about ar | categories | picture | brands, "-" is none |
// sizes with their prices | varieties | traits. "@" begins a shelf.
const table = `
@ GRC
# Fruit and vegetables
APL | apples | تفاح | Crisp apples, picked over by hand every morning. | تفاح مقرمش يُفرز باليد كل صباح. | Fresh fruit | fruit 2 | - | 1 kg = 2000; 2 kg = 3750 | golden = أصفر; green = أخضر
POM | pomegranates | رمان | Sweet pomegranates with deep red seeds. | رمان حلو بحبات حمراء داكنة. | Fresh fruit | fruit 7 | Orchard Row | 1 kg = 2500
ORG | oranges | برتقال | Juicy oranges for eating or squeezing. | برتقال كثير العصير للأكل أو العصر. | Citrus | fruit 1 | - | 1 kg = 1500; 3 kg = 4250
LMN | lemons | ليمون | Thin-skinned lemons, full of juice. | ليمون رقيق القشرة وغني بالعصير. | Citrus | fruit 2 | - | 500 g = 1000; 1 kg = 1750
BAN | bananas | موز | Ripe bananas, ready to eat today. | موز ناضج جاهز للأكل اليوم. | Tropical fruit | fruit 2 | - | 1 kg = 2250
DAT | dates | تمر | Soft dates of this year’s harvest. | تمر طري من محصول هذا العام. | Dates; Dried fruit | box 1 | Palm Court | 500 g = 3000 | Barhi = برحي; Khastawi = خستاوي
TOM | tomatoes | طماطم | Firm red tomatoes for salad and cooking. | طماطم حمراء متماسكة للسلطة والطبخ. | Fresh vegetables | fruit 0 | - | 1 kg = 1250; 3 kg = 3500
CUC | cucumbers | خيار | Small crunchy cucumbers from the greenhouse. | خيار صغير مقرمش من البيوت المحمية. | Fresh vegetables | vegetable 3 | - | 1 kg = 1500
AUB | aubergines | باذنجان | Glossy aubergines for grilling and stuffing. | باذنجان لامع للشواء والحشو. | Fresh vegetables | vegetable 6 | - | 1 kg = 1250
CRT | carrots | جزر | Sweet carrots, washed and trimmed. | جزر حلو مغسول ومنظف. | Fresh vegetables | vegetable 1 | - | 500 g = 750; 1 kg = 1250
HRB | bunch | باقة | A fresh bunch, cut this morning. | باقة طازجة قُطفت هذا الصباح. | Herbs & leaves | greens 3 | Leaf Market | 100 g = 500 | mint = نعناع; parsley = معدنوس; coriander = كزبرة
POT | potatoes | بطاطا | All-purpose potatoes for frying, boiling and baking. | بطاطا تصلح للقلي والسلق والفرن. | Potatoes, onions & garlic | sack 2 | Root Cellar | 1 kg = 1000; 5 kg = 4750
ONI | onions | بصل | Dry onions that keep for weeks. | بصل يابس يدوم لأسابيع. | Potatoes, onions & garlic | sack 6 | - | 1 kg = 750 | red = أحمر; white = أبيض
MSH | mushrooms | فطر | Closed-cup mushrooms, grown indoors and never sprayed. | فطر مغلق القبعة مزروع داخلياً دون رش. | Mushrooms | box 3 | Root Cellar | 250 g = 2000 |  | organic
SLD | fattoush salad kit | طقم سلطة فتوش | Washed leaves, crisp bread and sumac dressing in one bowl. | ورقيات مغسولة وخبز محمص وتتبيلة سماق في علبة واحدة. | Cut & ready | greens 4 | Leaf Market | 300 g = 3000 |  | vegan; chilled
# Milk, yoghurt, cheese, butter and eggs
MLK-FF | full-fat milk | حليب كامل الدسم | Fresh cow’s milk, pasteurised and kept cold. | حليب بقر طازج مبستر ومحفوظ مبرداً. | Milk | carton 5 | -; Tigris Meadow | 500 ml = 1000; 1 L = 1750; 2 L = 3250 |  | full-fat; chilled
MLK-LF | low-fat milk | حليب قليل الدسم | All the calcium with half the fat. | كالسيوم كامل بنصف كمية الدسم. | Milk | carton 4 | Tigris Meadow | 1 L = 1750; 2 L = 3250 |  | low-fat; chilled
MLK-FL | milk drink | حليب | Cold flavoured milk for the school bag. | حليب بارد منكّه لحقيبة المدرسة. | Flavoured milk | carton 0 | Three Cows | 250 ml = 500 | strawberry = بالفراولة; chocolate = بالشوكولاتة; banana = بالموز
YOG | set yoghurt | لبن رائب | Thick yoghurt, set in the pot. | لبن كثيف يروب في علبته. | Yoghurt & laban | jar 5 | Sawa Dairy; Hamrin Fields | 500 g = 1250; 1 kg = 2250 |  | full-fat; chilled
LBN | shinina | شنينة | A salted yoghurt drink, best ice cold. | شراب لبن مملح ألذ ما يكون مثلجاً. | Yoghurt & laban | bottle 5 | Cool Jar | 250 ml = 500; 1 L = 1500 |  | salted
LAB | labneh | لبنة | Strained for a day and ready to spread. | مصفّاة ليوم كامل وجاهزة للدهن. | Labneh & cream | jar 3 | Umm Zaki; White Ewe | 250 g = 1750; 500 g = 3250 |  | chilled
GMR | buffalo geymar | قيمر جاموس | Clotted buffalo cream for breakfast with honey or syrup. | قيمر جاموس للفطور مع العسل أو الدبس. | Labneh & cream; Geymar & breakfast sets | box 2 | Qaymariya | 200 g = 4000; 400 g = 7500 |  | full-fat; chilled
CHS-W | white cheese | جبن أبيض | Mild white cheese in light brine. | جبن أبيض خفيف في محلول ملحي. | White cheese | cheese 5 | Sitti; White Ewe | 250 g = 2500; 500 g = 4500
CHS-H | halloumi | جبن حلوم | Holds its shape on the grill. | يحافظ على شكله عند الشواء. | White cheese | cheese 3 | White Ewe | 250 g = 4250
CHS-S | cheese slices | شرائح جبن | Melts evenly in toast and burgers. | تذوب بالتساوي في التوست والبرغر. | Sliced & spread cheese | cheese 1 | Three Cows | 10 slices = 1750; 20 slices = 3250
BTR | butter | زبدة | Churned from fresh cream. | مخضوضة من قشطة طازجة. | Butter & ghee | box 2 | Morning Churn | 200 g = 2750; 400 g = 5250 | salted = مملحة; unsalted = غير مملحة
GHE | sheep ghee | دهن حر | Clarified slowly, with a deep nutty aroma. | مصفى على نار هادئة برائحة غنية. | Butter & ghee | can 2 | Bent Al Rif | 500 g = 9500; 1 kg = 18000
EGG | eggs | بيض | Fresh table eggs, dated on the shell. | بيض مائدة طازج مؤرخ على القشرة. | Eggs | egg 3 | Early Hen; Garmiyan Farm | 6 pieces = 1500; 15 pieces = 3500; 30 pieces = 6750
MHL | mahallabi | محلبي | Milk pudding scented with rose water. | مهلبية بالحليب وماء الورد. | Desserts & puddings | cup 7 | Sitt Nahida | 150 g = 1000; 4 × 150 g = 3750
# Bread, cakes and pastries
SMN | samoon | صمون | Diamond-shaped bread, baked three times a day. | صمون حجري يُخبز ثلاث مرات في اليوم. | Flat bread | bread 2 | Brick Oven House | 5 pieces = 500; 10 pieces = 1000
KHB | tannour bread | خبز تنور | Thin bread from the clay oven. | خبز رقيق من تنور الطين. | Flat bread | flatbread 1 | Clay Lane | 5 pieces = 1000; 8 pieces = 1500 |  | vegan
TST | toast | خبز توست | Soft slices for sandwiches. | شرائح طرية للسندويشات. | Sliced bread | bread 1 | Wheat & Stone | 350 g = 1250; 600 g = 2000 | white = أبيض; wholemeal = أسمر
BGR | burger buns | خبز برغر | Soft buns topped with sesame. | خبز طري مرشوش بالسمسم. | Rolls & buns | bread 0 | Warm Basket | 4 pieces = 1250; 8 pieces = 2250
CRS | croissant | كرواسون | Buttery and flaky, filled by hand. | مورّق بالزبدة ومحشو باليد. | Pastries | bread 6 | La Petite Tour | 1 piece = 1000 | cheese = بالجبن; thyme = بالزعتر; chocolate = بالشوكولاتة
CAK | loaf cake | كيك | A moist cake that stays fresh for days. | كيك هش يبقى طرياً لأيام. | Cakes | box 7 | Sitt Nahida | 400 g = 3500 | vanilla = بالفانيلا; chocolate = بالشوكولاتة; orange = بالبرتقال
KLJ | kleicha | كليجة | The feast-day biscuit, with cardamom. | كليجة العيد بالهيل. | Kleicha & maamoul | box 1 | Eid Hall | 500 g = 5000 | date = بالتمر; walnut = بالجوز
BQS | rusks | بقصم | Twice-baked rusks for dipping in tea. | بقصم محمص مرتين يُغمس في الشاي. | Rusks & breadsticks | bag 2 | Crumb Corner | 400 g = 2250 | plain = سادة; sesame = بالسمسم
GFB | gluten-free sandwich bread | خبز سندويش خالٍ من الغلوتين | Baked apart from wheat, for those who cannot eat it. | يُخبز بعيداً عن القمح لمن لا يستطيع تناوله. | Gluten-free bakery | bread 3 | Wheat & Stone | 300 g = 5250 |  | gluten-free
# Meat, poultry and fish
LMB | lamb | لحم غنم | Local lamb, cut to order by our butcher. | لحم غنم محلي يقطعه قصابنا عند الطلب. | Lamb | meat 0 | Cedar Yard | 1 kg = 20500 | boneless = بدون عظم; stewing = للمرق | chilled
BEF | beef cubes | مكعبات لحم بقر | Lean beef for stews and tashreeb. | لحم بقر قليل الدهن للمرق والتشريب. | Beef | meat 0 | Qasab Al Hayy | 500 g = 8250; 1 kg = 16000 |  | cubes; chilled
MNC | mince | لحم مفروم | Minced twice on the day it is sold. | مفروم مرتين في يوم بيعه. | Minced meat | meat 7 | Qasab Al Hayy | 1 kg = 14500 | beef = بقر; lamb = غنم | minced; chilled
CHK-W | whole chicken | دجاج كامل | A fresh farm chicken, cleaned and chilled. | دجاج مزرعة طازج منظف ومبرد. | Chicken | chicken 3 | Al Hawsh | 1 kg = 5000; 1.5 kg = 7250 |  | whole; chilled
CHK-P | fillets | شرائح | Trimmed and packed on a tray. | منظفة ومعبأة في طبق. | Chicken | chicken 1 | Al Hawsh | 500 g = 3500; 1 kg = 6750 | chicken breast = صدر دجاج; chicken thigh = فخذ دجاج | chilled
TKY | turkey slices | شرائح ديك رومي | Smoked slices, low in fat. | شرائح مدخنة قليلة الدهن. | Turkey; Sausages & cold cuts | meat 1 | Karkh Kitchen | 200 g = 3750 |  | low-fat
CRP | river carp | سمك كارب | Opened for masgouf or left whole, as you like. | يُفتح للمسكوف أو يُترك كاملاً حسب رغبتك. | Fresh fish | fish 4 | Shatt Catch | 1 kg = 7000; 2 kg = 13750 |  | chilled
ZBD | zubaidi pomfret | سمك زبيدي | The favourite of the Gulf, landed yesterday. | سمك الخليج المفضل وصل أمس. | Fresh fish | fish 5 | Faw Fisher | 1 kg = 28000 |  | whole; chilled
SHR | shrimp | روبيان | Peeled and cleaned, ready for the pan. | مقشر ومنظف وجاهز للمقلاة. | Seafood | fish 7 | Faw Fisher | 500 g = 11000; 1 kg = 21500
MRT | mortadella | مرتديلا | Finely ground and gently spiced. | ناعمة ومتبلة باعتدال. | Sausages & cold cuts | can 7 | Karkh Kitchen | 200 g = 1500 | plain = سادة; olive = بالزيتون
TKA | skewers | تكة | Marinated overnight, six skewers to a tray. | متبلة طوال الليل، ستة أسياخ في الطبق. | Marinated & ready to grill | meat 1 | Rusafa Grill | 500 g = 8000 | chicken = دجاج; lamb = لحم
# Rice, pulses, oil, sugar, flour and tins
RCE-A | amber rice | رز عنبر | The fragrant rice of the southern marshes. | رز الجنوب العطري. | Rice | sack 2 | Mishkhab Pearl | 1 kg = 3000; 5 kg = 14250; 10 kg = 27500
RCE-B | basmati rice | رز بسمتي | Long grains that stay apart. | حبة طويلة لا تلتصق. | Rice | sack 3 | Marsh Heron; Long Stalk | 1 kg = 2500; 5 kg = 11750; 20 kg = 44000
BRG | bulgur | برغل | Parboiled and cracked wheat. | قمح مسلوق ومجروش. | Bulgur & grains | bag 2 | Anbar Grain | 1 kg = 1500 | coarse = خشن; fine = ناعم | vegan
PST | pasta | معكرونة | Durum wheat pasta that keeps its bite. | معكرونة من القمح القاسي لا تتعجن. | Pasta & noodles | bag 5 | Nonno Dino | 400 g = 1000 | penne = قلم; spaghetti = سباغيتي; fusilli = حلزونية
VRM | vermicelli | شعرية | For rice and for soup. | للرز وللشوربة. | Pasta & noodles | bag 1 | Fine Thread | 400 g = 750
LNT | lentils | عدس | Sorted twice, quick to cook. | منقى مرتين وسريع الطبخ. | Beans & lentils | bag 1 | Scoop Lane | 500 g = 1250; 1 kg = 2250 | red = أحمر; green = أخضر | vegan
CHP | chickpeas | حمص | Large chickpeas for soaking overnight. | حمص كبير الحبة يُنقع ليلة. | Beans & lentils | bag 2 | Seven Sacks | 1 kg = 2750
FLR | flour | طحين | Milled from soft wheat, sifted and white. | مطحون من قمح لين، أبيض ومنخول. | Flour & baking | sack 5 | Yellow Mill | 1 kg = 1000; 5 kg = 4500; 25 kg = 20000
YST | instant yeast | خميرة فورية | Mixes straight into the flour. | تُخلط مباشرة مع الطحين. | Flour & baking | bag 0 | Rahat Hajar | 4 × 11 g = 750; 500 g = 4000
SGR | white sugar | سكر أبيض | Fine crystals that dissolve quickly. | حبيبات ناعمة سريعة الذوبان. | Sugar & sweeteners | sack 6 | Crystal Dome | 1 kg = 1250; 5 kg = 6000; 10 kg = 11750
OIL-S | sunflower oil | زيت عباد الشمس | Light and neutral, for frying and baking. | خفيف ومحايد للقلي والخبز. | Cooking oil | bottle 2 | Drop of Sun; Abu Zahra | 1 L = 2500; 1.8 L = 4250; 5 L = 11500
OIL-O | extra virgin olive oil | زيت زيتون بكر ممتاز | Cold pressed in the first week of the harvest. | معصور على البارد في أول أسبوع من القطاف. | Olive oil | bottle 3 | Bashiqa Press | 250 ml = 4500; 500 ml = 8250; 1 L = 15500
TIN-V | in water | معلبات | Drained weight is on the label; no preservatives. | الوزن الصافي على الملصق ومن دون مواد حافظة. | Tinned vegetables | can 3 | Pea & Pod | 400 g = 1000 | sweetcorn = ذرة; green peas = بازلاء; broad beans = باقلاء
TUN | tuna chunks | قطع تونة | Light tuna chunks in an easy-open tin. | قطع تونة فاتحة في علبة سهلة الفتح. | Tinned fish & meat | can 5 | Blue Trawler | 160 g = 1750; 4 × 160 g = 6500
# Spices, sauces and pickles
SPC | powder | مسحوق | Ground in small batches, so that the scent stays. | مطحون بكميات قليلة ليبقى عطره. | Spices | jar 0 | Attar Street | 50 g = 1000 | cinnamon = دارسين; turmeric = كركم; cumin = كمون
SPM | seven-spice mix | بهارات مشكلة | The house blend for dolma, kebab and biryani. | خلطة البيت للدولمة والكباب والبرياني. | Spices | jar 0 | Bahar Shorja | 100 g = 1750; 250 g = 4000
SLT | table salt | ملح طعام | Fine salt with added iodine. | ملح ناعم مضاف إليه اليود. | Salt & pepper | bag 5 | White Caravan | 700 g = 500
TMP | tomato paste | معجون طماطم | Double concentrate with nothing added but salt. | مركز مضاعف بلا إضافات غير الملح. | Tomato paste | can 0 | Red Wharf | 200 g = 750; 400 g = 1250; 800 g = 2250
KTC | ketchup | كاتشب | Thick tomato ketchup in a squeezy bottle. | كاتشب كثيف في عبوة قابلة للعصر. | Ketchup & mayonnaise | bottle 0 | Dip & Dollop | 340 g = 1750 | mild = خفيف; hot = حار
MAY | mayonnaise | مايونيز | Creamy, made with whole eggs. | كريمي محضر من البيض الكامل. | Ketchup & mayonnaise | jar 2 | Dip & Dollop | 250 ml = 1750; 500 ml = 3250
TRS | pickles | طرشي | Cured in date vinegar for six weeks. | منقوع في خل التمر ستة أسابيع. | Pickles & olives | jar 3 | City Gate Larder | 500 g = 2000 | mixed = مشكل; cucumber = خيار; mango = عنبة
DBS | date molasses | دبس تمر | Pressed from ripe dates, no sugar added. | معصور من تمر ناضج دون سكر مضاف. | Vinegar & molasses; Pancakes & syrups | jar 1 | Old Press | 500 g = 2500; 1 kg = 4500
RSH | tahini | راشي | Stone-ground sesame and nothing else. | سمسم مطحون بالحجر ولا شيء غيره. | Tahini & halva | jar 2 | Mosul Mill | 400 g = 4000; 800 g = 7500 |  | vegan
STK | stock cubes | مكعبات مرق | Eight cubes, each for half a litre. | ثمانية مكعبات كل منها لنصف لتر. | Stock & soup | box 2 | Ladle & Pot | 80 g = 750 | chicken = دجاج; vegetable = خضار
# Honey, jam, spreads, cereal and syrups
HNY | honey | عسل | Raw honey from hives in the northern valleys. | عسل خام من خلايا وديان الشمال. | Honey | jar 2 | High Comb | 500 g = 17000; 1 kg = 32500 | mountain = جبلي; sidr = سدر
JAM | jam | مربى | Cooked with whole fruit and little sugar. | مطبوخ من ثمار كاملة وسكر قليل. | Jam | jar 0 | Blue Windows | 370 g = 2250 | strawberry = فراولة; apricot = مشمش; fig = تين
SPR | hazelnut spread | كريمة البندق | Roasted hazelnuts and cocoa, smooth on warm bread. | بندق محمص وكاكاو، ناعمة على الخبز الدافئ. | Chocolate & nut spreads | jar 1 | Nutty Spoon | 350 g = 3750; 750 g = 7000
CRL | cereal | حبوب فطور | Crunchy with cold milk, with added vitamins. | مقرمشة مع الحليب البارد ومدعمة بالفيتامينات. | Cereal | box 1 | Crunch Bowl | 375 g = 4000 | honey = بالعسل; chocolate = بالشوكولاتة
OAT | rolled oats | شوفان | Whole oats, ready in three minutes. | شوفان كامل يجهز في ثلاث دقائق. | Oats | can 1 | Grain Harbour | 500 g = 2500; 1 kg = 4500
# Crisps, nuts, biscuits, chocolate and sweets
CSP | crisps | شيبس | Thin potato slices, fried and seasoned. | شرائح بطاطا رقيقة مقلية ومتبلة. | Crisps | bag 0 | Batata Bash | 40 g = 250; 160 g = 1000 | chilli = بالفلفل الحار; cheese = بالجبن; salted = بالملح
NUT | roasted nuts | مكسرات محمصة | Roasted this week and lightly salted. | محمصة هذا الأسبوع ومملحة قليلاً. | Nuts & seeds | bag 3 | Roasted Corner | 250 g = 4750 | mixed = مشكلة; salted = مملحة
SED | sunflower seeds | حب شمس | Black seeds for long evenings. | حب أسود للسهرات الطويلة. | Nuts & seeds | bag 5 | Hab Al Layl | 100 g = 500; 500 g = 2000
PIS | shelled pistachios | فستق مقشر | Bright green kernels for baking and rice. | لب أخضر زاهٍ للحلويات والرز. | Nuts & seeds | bag 3 | Green Khan | 100 g = 5000; 500 g = 23500
BSC | tea biscuits | بسكويت شاي | Plain biscuits that survive the dunk. | بسكويت سادة يصمد عند الغمس. | Biscuits | box 2 | Tea Dunk | 100 g = 250; 12 × 100 g = 2750
WFR | wafers | ويفر | Five crisp layers with cream between. | خمس طبقات مقرمشة بينها كريمة. | Biscuits | bag 7 | Layloua | 45 g = 250 | vanilla = بالفانيلا; chocolate = بالشوكولاتة
CHO | chocolate bar | لوح شوكولاتة | Slowly conched for a clean snap. | شوكولاتة ناعمة بقوام متماسك. | Chocolate | box 6 | Cocoa Caravan | 90 g = 1500; 200 g = 3000 | milk = بالحليب; pistachio = بالفستق; dark = داكنة
GUM | chewing gum | علكة | Sugar free, ten pieces to a pack. | خالية من السكر، عشر قطع في العلبة. | Candy & gum | sweet 4 | Candy Tram | 14 g = 250 | mint = بالنعناع; blueberry = بالتوت | sugar-free
JLY | fruit jellies | جيلي فواكه | Soft jellies, made without gelatine of animals. | جيلي طري محضر دون جيلاتين حيواني. | Candy & gum | sweet 7 | Gummy Garden | 80 g = 750; 250 g = 2000 |  | vegan
BKL | baklawa | بقلاوة | Forty thin layers, ghee and syrup. | أربعون طبقة رقيقة بالدهن الحر والشيرة. | Oriental sweets | box 2 | Copper Tray | 500 g = 8500 | pistachio = بالفستق; walnut = بالجوز
MNS | mann al-sama | من السما | Nougat with cardamom and pistachio, dusted with flour. | من السما بالهيل والفستق مرشوش بالطحين. | Oriental sweets | sweet 2 | Cloud Peak | 500 g = 9500
FIG | dried figs | تين مجفف | Sun-dried and threaded by hand. | مجفف تحت الشمس ومنظوم باليد. | Dried fruit | bag 6 | Fig & Thread | 250 g = 3000; 500 g = 5500
BAR | oat bar | لوح شوفان | Oats, dates and seeds, with no sugar added. | شوفان وتمر وبذور دون سكر مضاف. | Snack bars | box 4 | Nahar | 40 g = 750; 6 × 40 g = 4000 |  | sugar-free

@ DRK
# Water, juice and cold drinks
WTR | drinking water | ماء شرب | Still water from a mountain spring. | ماء طبيعي من نبع جبلي. | Water | bottle 5 | Snow Spring | 500 ml = 250; 1.5 L = 500; 12 × 500 ml = 2250; 6 × 1.5 L = 2500
SPW | sparkling water | ماء غازي | Fine bubbles and nothing else. | فقاعات ناعمة ولا شيء آخر. | Sparkling water | bottle 4 | Fizz Canal | 330 ml = 750; 6 × 330 ml = 4000
JCE | juice | عصير | Pressed fruit, never from concentrate. | فاكهة معصورة وليست من مركز. | Juice | carton 0 | Sunday Orchard | 250 ml = 500; 1 L = 1750 | pomegranate = رمان; orange = برتقال; mango = مانغو; apple = تفاح
COL | cola | كولا | Served cold, in a can or a family bottle. | تُقدم باردة في علبة أو قنينة عائلية. | Soft drinks | can 0 | Zaza; Kahramana | 330 ml = 500; 1.5 L = 1250; 24 × 330 ml = 10500
SOD | soda | مشروب غازي | A bright fizzy drink with real fruit flavour. | مشروب فوار منعش بنكهة الفاكهة. | Soft drinks | can 1 | Bubble Boat | 330 ml = 500 | orange = برتقال; lemon = ليمون
NRG | energy drink | مشروب طاقة | High in caffeine; not for children. | يحتوي على نسبة عالية من الكافيين وغير مناسب للأطفال. | Energy & sports drinks | can 6 | Volt Falcon | 250 ml = 1000; 500 ml = 1750
ICT | iced tea | شاي مثلج | Brewed tea, lightly sweetened. | شاي مخمّر قليل السكر. | Iced tea & coffee | bottle 1 | Qamariya | 330 ml = 750 | peach = بالخوخ; lemon = بالليمون
SHB | sharbat | شربت | One part syrup to five parts cold water. | مقدار من الشراب لخمسة مقادير ماء بارد. | Squash & cordials | bottle 7 | Al Attiq | 750 ml = 3000 | raisin = زبيب; tamarind = تمر هندي
MLT | malt drink | شراب شعير | Alcohol-free, refreshing and full of malt. | خالٍ من الكحول ومنعش بطعم الشعير. | Malt drinks | bottle 2 | Barley Ring | 330 ml = 750 | apple = بالتفاح; classic = كلاسيك
# Tea, coffee and infusions
TEA | loose black tea | شاي أسود سائب | Strong leaves for the samovar. | ورق قوي للسماور. | Black tea | box 0 | Istikan | 250 g = 3000; 500 g = 5750; 1 kg = 11000
TBG | tea bags | شاي أكياس | One bag, one istikan. | كيس واحد لاستكان واحد. | Black tea | box 1 | Samawar | 25 bags = 1500 | black = أسود; Earl Grey = إيرل غري
HTE | infusion | شاي أعشاب | Whole dried leaves and flowers, free of caffeine. | أوراق وأزهار مجففة كاملة وخالية من الكافيين. | Green & herbal tea | box 2 | Dar Garden | 20 bags = 2000 | chamomile = بابونج; mint = نعناع; thyme = زعتر
COF | coffee | قهوة | Roasted weekly and ground for the dallah. | محمصة أسبوعياً ومطحونة للدلة. | Ground coffee | bag 1 | Dallah Road | 250 g = 4500 | cardamom = بالهيل; plain = سادة | medium-roast; fine
BEA | espresso beans | حبوب إسبريسو | Whole beans with notes of cocoa. | حبوب كاملة بلمحة من الكاكاو. | Coffee beans | bag 6 | Slow Roast Lab | 250 g = 6500; 1 kg = 24000 |  | dark-roast; whole-bean
INS | instant coffee | قهوة سريعة الذوبان | Freeze-dried granules in a glass jar. | حبيبات مجففة بالتجميد في مرطبان زجاجي. | Instant coffee | jar 0 | Swift Cup | 100 g = 4250; 200 g = 8000
NMB | dried limes | نومي بصرة | Sun-dried limes for tea and stews. | ليمون مجفف بالشمس للشاي والمرق. | Dried lime & infusions | bag 2 | Port Spice | 200 g = 2500

@ FRZ
# Ice cream and frozen food
ICE | ice cream | آيس كريم | Made with cream and real fruit or nuts. | محضر من القشطة وفاكهة أو مكسرات حقيقية. | Ice cream | ice 1 | Zuqaq | 500 ml = 4000; 1 L = 7250 | mango = بالمانغو; vanilla = بالفانيلا; pistachio = بالفستق | frozen
FVG | pack | خضار مجمدة | Frozen within hours of picking. | مجمدة خلال ساعات من القطاف. | Frozen vegetables | bag 3 | Winter Field | 400 g = 1750 | frozen okra = بامية; frozen spinach = سبانخ; frozen mixed vegetable = مشكلة | frozen
FRY | oven chips | بطاطا أصابع | Golden from the oven or the fryer. | ذهبية من الفرن أو المقلاة. | Chips & potato | bag 2 | Fry Yard | 1 kg = 3000; 2.5 kg = 6750 |  | frozen
NGT | chicken nuggets | ناغتس دجاج | Breaded chicken breast, ready in twelve minutes. | صدر دجاج مغطى بالبقسماط يجهز في 12 دقيقة. | Frozen chicken | box 1 | Frost Pantry | 400 g = 4250; 1 kg = 9500 |  | frozen
FFS | white fish fillets | فيليه سمك أبيض | Boneless fillets, frozen one by one. | فيليه بدون عظم مجمد قطعة قطعة. | Frozen fish | fish 5 | Frost Pantry | 1 kg = 9000 |  | fillet; frozen
KBA | kubba | كبة | Hand-shaped, from the freezer to the pot. | مشكلة باليد، من المجمدة إلى القدر. | Kubba & samosas | box 0 | Round Club | 500 g = 5000 | Mosul = موصلية; rice = حلب | frozen
PZA | pizza | بيتزا | Stone-baked base, ten minutes in a hot oven. | عجينة مخبوزة على الحجر، عشر دقائق في فرن حار. | Pizza & dough | box 3 | Crust & Co | 400 g = 4500 | cheese = بالجبن; vegetable = بالخضار | frozen

@ HOM
# Cleaning and laundry
LDP | washing powder | مسحوق غسيل | Lifts stains in cold water; for machine or hand. | يزيل البقع بالماء البارد للغسالة أو باليد. | Laundry detergent | box 5 | Washday | 1 kg = 2750; 3 kg = 7500; 6 kg = 14500
LDL | laundry gel | سائل غسيل | A measured cap is enough for a full drum. | غطاء واحد يكفي لغسالة ممتلئة. | Laundry detergent | jug 6 | Foam Hill | 1 L = 4250 | lavender = باللافندر; jasmine = بالياسمين
SFT | fabric softener | منعم أقمشة | Leaves towels soft and lightly scented. | يترك المناشف ناعمة بعطر خفيف. | Fabric softener | jug 6 | Soft Linen | 1 L = 2500 | lavender = باللافندر; rose = بالورد
DSH | washing-up liquid | سائل جلي | Cuts grease and is kind to hands. | يزيل الدهون ولطيف على اليدين. | Dishwashing | bottle 3 | Lemon Sink; Plate Shine | 500 ml = 1250; 1 L = 2250
FLO | floor cleaner | منظف أرضيات | For tiles and marble; no rinsing needed. | للكاشي والمرمر دون حاجة إلى شطف. | Floor & surface cleaners | jug 4 | Floor Mirror | 1 L = 2000 | rose = بالورد; oud = بالعود
GLS | glass cleaner | منظف زجاج | Dries without streaks. | يجف دون أن يترك أثراً. | Floor & surface cleaners | spray 5 | Nadhafa Plus | 500 ml = 1500; 750 ml = 2000
BLC | bleach | قاصر | Whitens and disinfects; never mix it with other cleaners. | يبيّض ويعقم ولا يُخلط بمنظفات أخرى. | Bleach & disinfectants | jug 5 | Bayt Plus | 1 L = 1000; 4 L = 3500
BIN | bin bags | أكياس نفايات | Strong seams and a drawstring. | لحام قوي وحبل للربط. | Bin bags | roll 3 | Strong Bag | 30 L, 30 pieces = 1500; 70 L, 20 pieces = 2000
AIR | air freshener | معطر جو | One spray lasts through the evening. | رشة واحدة تكفي المساء كله. | Air fresheners | spray 6 | Room Garden | 300 ml = 2000 | lavender = باللافندر; jasmine = بالياسمين; oud = بالعود
SPG | kitchen sponges | إسفنج مطبخ | A soft side and a scouring side. | وجه ناعم ووجه خشن. | Sponges & cloths | soap 2 | Sponge & Sons | 3 pieces = 750; 10 pieces = 2000
# Personal care and baby
SOP | laurel soap | صابون غار | Boiled from olive and laurel oil, cured for nine months. | مطبوخ من زيت الزيتون والغار ومعتق تسعة أشهر. | Soap & shower | soap 3 | Green Cauldron | 150 g = 1500; 6 × 150 g = 8250 |  | laurel
SHW | shower gel | سائل استحمام | Mild enough for every day. | لطيف للاستعمال اليومي. | Soap & shower | bottle 6 | Rose Hammam | 250 ml = 2500 | lavender = باللافندر; rose = بالورد
SMP | shampoo | شامبو | Cleans gently and rinses out fast. | ينظف بلطف ويُشطف بسرعة. | Shampoo | bottle 4 | Hair Poem | 200 ml = 2750 | sidr = بالسدر; argan = بالأركان | normal-hair
TPS | toothpaste | معجون أسنان | Fluoride protection with a fresh taste. | حماية بالفلورايد وطعم منعش. | Oral care | tube 4 | Minty Smile | 75 ml = 1500 | mint = بالنعناع; miswak = بالمسواك
DEO | roll-on deodorant | مزيل عرق رول | Dry for a full day, without alcohol. | جفاف ليوم كامل دون كحول. | Deodorant | tube 5 | Dry Breeze | 50 ml = 2500 | unscented = بدون عطر; jasmine = بالياسمين
HCR | hand cream | كريم يدين | Almond oil for dry hands. | زيت اللوز لليدين الجافتين. | Skin care | tube 1 | Almond Balm | 75 ml = 2000
RZR | disposable razors | شفرات حلاقة | Two blades and a steady grip. | شفرتان ومقبض ثابت. | Shaving | box 5 | Sharp Uncle | 5 pieces = 2000; 10 pieces = 3500
TSU | facial tissues | مناديل وجه | Soft two-ply tissues. | مناديل ناعمة من طبقتين. | Tissues & paper | box 7 | Velvet Day; Paper Dove | 200 sheets = 750; 5 × 200 sheets = 3250 |  | paper
TLT | toilet rolls | ورق تواليت | Three plies, quilted. | ثلاث طبقات مبطنة. | Tissues & paper | roll 5 | Three Plies | 4 rolls = 2000; 12 rolls = 5500 |  | paper
BKH | bukhoor | بخور | Wood chips soaked in perfume oil. | خشب معطر بالزيوت. | Perfume & bukhoor | jar 6 | Oud Stairs | 40 g = 12000 | oud = عود; amber = عنبر
NAP | nappies | حفاضات | Dry through the night, with a wetness line. | جفاف طوال الليل مع خط يكشف البلل. | Nappies | baby 5 | Dalloula | 30 pieces = 7000 | size 2 = مقاس 2; size 3 = مقاس 3; size 4 = مقاس 4
WIP | baby wipes | مناديل مبللة للأطفال | Water and cotton, without perfume. | ماء وقطن دون عطر. | Baby wipes | bag 4 | Tiny Camel | 72 sheets = 1500; 3 × 72 sheets = 4000 |  | unscented
INF | infant formula | حليب رضع | Use on the advice of a doctor. Breast milk is best. | يُستعمل بإرشاد الطبيب، وحليب الأم هو الأفضل. | Infant milk | can 4 | Moon Cradle | 400 g = 11500 | stage 1 = مرحلة 1; stage 2 = مرحلة 2
PUR | baby purée | مهروس أطفال | Fruit only, from six months. | فاكهة فقط، من عمر ستة أشهر. | Baby food | jar 1 | First Spoon | 120 g = 1250 | apple = تفاح; banana = موز
# Home and kitchen
FOI | aluminium foil | ورق ألمنيوم | Heavy foil with a cutting edge on the box. | ورق سميك وعلى العلبة حافة للقطع. | Foil & wrap | roll 6 | Shiny Roll | 10 m = 1500; 30 m = 3750 |  | aluminium
PCP | paper cups | أكواب ورقية | For hot and cold drinks. | للمشروبات الساخنة والباردة. | Disposable tableware | cup 0 | Picnic Table | 50 pieces = 1500; 100 pieces = 2750 |  | paper
IST | tea glasses with saucers | استكانات شاي مع صحون | Thin glass with a gilt rim. | زجاج رقيق بحافة مذهبة. | Glasses & cups | cup 2 | Glass Lantern | 6 pieces = 9000; 12 pieces = 17000 |  | glass
PAN | steel cooking pot | قدر ستيل | A thick base that heats evenly, with a lid. | قاعدة سميكة توزع الحرارة مع غطاء. | Pots & pans | pot 0 | Iron Lid | 20 cm = 29500; 28 cm = 48000; 36 cm = 95000 |  | stainless-steel
BOX | food storage boxes | علب حفظ طعام | Lids that close with a click. | أغطية تُغلق بنقرة. | Food storage | box 4 | Keep & Close | 3 pieces = 4500; 5 pieces = 7000 |  | plastic
LED | LED bulb | مصباح ليد | Fifteen thousand hours of light. | خمسة عشر ألف ساعة من الضوء. | Light bulbs | bulb 2 | Nur Watt | 9 W = 1500 | warm white = أصفر دافئ; cool white = أبيض بارد
BTY | alkaline AA batteries | بطاريات قلوية AA | Leak-proof and good for ten years on the shelf. | لا تتسرب وتصلح عشر سنوات في التخزين. | Batteries & cables | can 1 | Long Volt | 4 pieces = 2500; 12 pieces = 6500
CHR | grill charcoal | فحم شواء | Slow-burning wood charcoal. | فحم خشب بطيء الاحتراق. | Charcoal & lighters | sack 0 | Ember Sack | 2 kg = 3500; 5 kg = 8000
NBK | lined notebook | دفتر مسطر | A hundred lined sheets, sewn. | مئة ورقة مسطرة ومخيطة. | Stationery | box 5 | Blue Notebook | 100 sheets = 1250

@ DIG
# What is sold as a code: it has no shelf
TOP-A | phone top-up | رصيد | The code arrives as soon as the shop accepts. | يصل الرمز حال قبول المتجر للطلب. | Phone top-ups; Digital | phone 4 | Nasim Mobile | 5,000 IQD = 5500; 10,000 IQD = 10750; 25,000 IQD = 26500
TOP-B | phone top-up | رصيد | Works on prepaid lines only. | يعمل على خطوط الدفع المسبق فقط. | Phone top-ups; Digital | phone 7 | Hadhra Tel | 5,000 IQD = 5500; 10,000 IQD = 10750
NET | home internet voucher | بطاقة إنترنت منزلي | Thirty days from the moment it is entered. | ثلاثون يوماً من لحظة إدخالها. | Internet packages; Digital | card 5 | Lamp Post Fibre | 35,000 IQD = 35000
GAM | game credit | رصيد ألعاب | Redeem it inside the game; it cannot be returned. | يُستبدل داخل اللعبة ولا يمكن إرجاعه. | Game credit; Digital | game 6 | Pixel Falcon; Arena Nine | 10,000 IQD = 11000; 25,000 IQD = 27000
GFT | gift card | بطاقة هدية | Send the code with your own wish. | أرسل الرمز مع تهنئتك. | Gift cards; Digital | gift 0 | Tuhfa Box | 25,000 IQD = 25000; 50,000 IQD = 50000
`

const parts = (text = ''): readonly string[] => (text === '' ? [] : text.split('; '))
const pairs = (text?: string) =>
  parts(text).map((part): EnglishArabic => {
    const [left = '', right = ''] = part.split(' = ')
    return [left, right]
  })

function productOf(line: string, shelf: string): Product {
  const [
    code = '',
    en = '',
    ar = '',
    aboutEn = '',
    aboutAr = '',
    categories,
    picture = '',
    brands,
    sizes,
    varieties,
    traits,
  ] = line.split(' | ')
  const [kind = '', tint] = picture.split(' ')
  return {
    shelf,
    code,
    name: [en, ar],
    about: [aboutEn, aboutAr],
    categories: parts(categories),
    picture: [kind as PictureKind, Number(tint)], // A test draws each of them.
    brands: parts(brands).map((brand) => (brand === '-' ? '' : brand)),
    sizes: pairs(sizes).map(([size, price]) => [size, Number(price)]),
    varieties: pairs(varieties),
    traits: parts(traits),
  }
}

function productsIn(text: string): readonly Product[] {
  let shelf = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('@')) shelf = line.slice(2)
    return line === '' || line.startsWith('#') || line.startsWith('@') ? [] : [productOf(line, shelf)]
  })
}

/** All products, in shelf order. */
export const products = productsIn(table)
